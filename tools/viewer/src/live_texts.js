// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of a live page, as in texts.js; apart, so that other pages do not hold them.
import { language } from './texts.js';

const order = ['en', 'de', 'fr', 'it'];

export function lt(key, values = {}) {
  const row = table[key];
  const found = row ? (row[order.indexOf(language())] ?? row[0]) : key;
  return found.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

const table = {
  title: ['Drop a rock', 'Einen Block fallen lassen', 'Lâcher un bloc', 'Lasciar cadere un blocco'],
  hint: ['Click on the terrain: a rock falls there. It is computed in this page, to the last bit as the program does.', 'Klicken Sie auf das Gelände: dort fällt ein Block. Gerechnet wird in dieser Seite, bis zum letzten Bit wie im Programm.', 'Cliquez sur le terrain : un bloc y tombe. Le calcul se fait dans cette page, au dernier bit près comme dans le programme.', 'Fare clic sul terreno: lì cade un blocco. Il calcolo avviene in questa pagina, fino all’ultimo bit come nel programma.'],
  click: ['a click drops a rock', 'ein Klick lässt einen Block fallen', 'un clic lâche un bloc', 'un clic lascia cadere un blocco'],
  loading: ['The physics is being loaded.', 'Die Physik wird geladen.', 'Chargement de la physique.', 'Caricamento della fisica.'],
  failed: ['No rock can be dropped: {why}', 'Es kann kein Block fallen: {why}', 'Aucun bloc ne peut tomber : {why}', 'Nessun blocco può cadere: {why}'],
  rock: ['Rock', 'Block', 'Bloc', 'Blocco'],
  own: ['{name} (scenario)', '{name} (Szenario)', '{name} (scénario)', '{name} (scenario)'],
  hull: ['{name}: each rock another hull, only with the program', '{name}: jeder Block eine andere Hülle, nur mit dem Programm', '{name} : chaque bloc une autre enveloppe, avec le programme seulement', '{name}: ogni blocco un altro inviluppo, solo con il programma'],
  volume: ['Volume (m³)', 'Volumen (m³)', 'Volume (m³)', 'Volume (m³)'],
  attitude: ['Attitude', 'Lage', 'Attitude', 'Assetto'],
  random: ['random, by the seed', 'zufällig, nach dem Startwert', 'aléatoire, selon la graine', 'casuale, secondo il seme'],
  given: ['given', 'vorgegeben', 'donnée', 'dato'],
  yaw: ['Yaw (°)', 'Gieren (°)', 'Lacet (°)', 'Imbardata (°)'],
  pitch: ['Pitch (°)', 'Nicken (°)', 'Tangage (°)', 'Beccheggio (°)'],
  roll: ['Roll (°)', 'Rollen (°)', 'Roulis (°)', 'Rollio (°)'],
  height: ['Height over ground (m)', 'Höhe über Boden (m)', 'Hauteur sur sol (m)', 'Altezza dal suolo (m)'],
  seed: ['Seed', 'Startwert', 'Graine', 'Seme'],
  next: ['a new seed each time', 'jedes Mal ein neuer', 'une nouvelle chaque fois', 'uno nuovo ogni volta'],
  count: ['Number of rocks', 'Anzahl Blöcke', 'Nombre de blocs', 'Numero di blocchi'],
  count_range: ['the number of rocks must be a whole number from 1 to {most}', 'die Anzahl Blöcke muss eine ganze Zahl von 1 bis {most} sein', 'le nombre de blocs doit être un entier de 1 à {most}', 'il numero di blocchi deve essere un intero da 1 a {most}'],
  falling: ['{done} of {all} rocks', '{done} von {all} Blöcken', '{done} blocs sur {all}', '{done} blocchi su {all}'],
  needed: ['{count} rocks computed in {s} s by {workers} workers', '{count} Blöcke gerechnet in {s} s von {workers} Prozessen', '{count} blocs calculés en {s} s par {workers} processus', '{count} blocchi calcolati in {s} s da {workers} processi'],
  which: ['Rock shown (0 to {last})', 'Gezeigter Block (0 bis {last})', 'Bloc montré (0 à {last})', 'Blocco mostrato (da 0 a {last})'],
  median: ['median', 'Median', 'médiane', 'mediana'],
  largest: ['largest', 'grösster Wert', 'maximum', 'massimo'],
  commands: ['The same rocks with the program, in the directory of this report:', 'Dieselben Blöcke mit dem Programm, im Verzeichnis dieses Berichts:', 'Les mêmes blocs avec le programme, dans le répertoire de ce rapport :', 'Gli stessi blocchi con il programma, nella cartella di questo rapporto:'],
  replay: ['The rock shown, after that:', 'Danach der gezeigte Block:', 'Ensuite le bloc montré :', 'Poi il blocco mostrato:'],
  scheme: ['Scheme', 'Schema', 'Schéma', 'Schema'],
  ground: ['Ground', 'Boden', 'Sol', 'Suolo'],
  as_scenario: ['as in the scenario', 'wie im Szenario', 'comme dans le scénario', 'come nello scenario'],
  everywhere: ['{name} everywhere', 'überall {name}', '{name} partout', '{name} ovunque'],
  east: ['East (m)', 'Ost (m)', 'Est (m)', 'Est (m)'],
  north: ['North (m)', 'Nord (m)', 'Nord (m)', 'Nord (m)'],
  drop: ['Drop', 'Fallen lassen', 'Lâcher', 'Lasciar cadere'],
  play: ['Play', 'Abspielen', 'Lire', 'Riproduci'],
  clear: ['Remove these rocks', 'Diese Blöcke entfernen', 'Retirer ces blocs', 'Rimuovere questi blocchi'],
  none: ['No rock has been dropped yet.', 'Noch ist kein Block gefallen.', 'Aucun bloc n’est encore tombé.', 'Nessun blocco è ancora caduto.'],
  command: ['The same rock with the program, in the directory of this report:', 'Derselbe Block mit dem Programm, im Verzeichnis dieses Berichts:', 'Le même bloc avec le programme, dans le répertoire de ce rapport :', 'Lo stesso blocco con il programma, nella cartella di questo rapporto:'],
  hash: ['Hash in live-rock/summary.json', 'Hash in live-rock/summary.json', 'Empreinte dans live-rock/summary.json', 'Impronta in live-rock/summary.json'],
  copy: ['Copy', 'Kopieren', 'Copier', 'Copia'],
  outside: ['There is no terrain at this place.', 'An dieser Stelle ist kein Gelände.', 'Il n’y a pas de terrain à cet endroit.', 'In questo punto non c’è terreno.'],
  needs: ['computed in {ms} ms', 'gerechnet in {ms} ms', 'calculé en {ms} ms', 'calcolato in {ms} ms'],
  breaks: ['Rocks of this scenario may break; those dropped here do not.', 'Blöcke dieses Szenarios können brechen, hier fallende nicht.', 'Les blocs de ce scénario peuvent se briser, ceux lâchés ici non.', 'I blocchi di questo scenario possono rompersi, quelli lasciati qui no.'],
  licence: ['The physics in this page is that of talus {version}, compiled to WebAssembly: free software under the GNU General Public License, version 3 or later, without any warranty. Its source is that of talus {version}: src, include and tools/wasm; tools/wasm/build makes it again.', 'Die Physik in dieser Seite ist die von talus {version}, übersetzt nach WebAssembly: freie Software unter der GNU General Public License, Version 3 oder später, ohne jede Gewähr. Ihr Quelltext ist der von talus {version}: src, include und tools/wasm; tools/wasm/build erzeugt sie neu.', 'La physique de cette page est celle de talus {version}, compilée en WebAssembly : logiciel libre sous la GNU General Public License, version 3 ou ultérieure, sans aucune garantie. Son code source est celui de talus {version} : src, include et tools/wasm ; tools/wasm/build la refait.', 'La fisica in questa pagina è quella di talus {version}, compilata in WebAssembly: software libero sotto la GNU General Public License, versione 3 o successiva, senza alcuna garanzia. Il suo sorgente è quello di talus {version}: src, include e tools/wasm; tools/wasm/build la rigenera.'],
};
