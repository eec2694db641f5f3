// SPDX-License-Identifier: GPL-3.0-or-later
// Firefox, by its own protocol (Marionette): messages are "LENGTH:JSON" over TCP, a request
// [0, id, name, parameters], an answer [1, id, error, result]. It needs a display (xvfb-run): without one there is no WebGL.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class Firefox {
  /// @param port of this machine that nobody else uses
  static async start(program, port) {
    const profile = mkdtempSync(join(tmpdir(), 'talus-firefox-'));
    const prefs = { 'marionette.port': port, 'webgl.force-enabled': true, 'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false, 'app.update.enabled': false };
    writeFileSync(join(profile, 'user.js'), Object.entries(prefs).map(([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`).join(''));
    const process = spawn(program, ['--no-remote', '--marionette', '-remote-allow-system-access', '--profile', profile], { stdio: 'ignore', env: { ...globalThis.process.env, HOME: profile, LIBGL_ALWAYS_SOFTWARE: '1' } });
    const firefox = new Firefox(process, profile);
    try {
      await firefox.reach(port);
      await firefox.ask('WebDriver:NewSession', { capabilities: { alwaysMatch: { pageLoadStrategy: 'normal', timeouts: { script: 600000, pageLoad: 240000 } } } });
    } catch (problem) {
      firefox.kill();
      throw problem;
    }
    return firefox;
  }

  constructor(process, profile) {
    this.process = process;
    this.profile = profile;
    this.waiting = new Map();
    this.text = Buffer.alloc(0);
    this.serial = 0;
  }

  /// The port is open some seconds after the start.
  async reach(port) {
    for (let left = 240; ; left--) {
      try {
        await new Promise((take, refuse) => {
          this.socket = connect(port, '127.0.0.1');
          this.socket.once('error', refuse);
          this.socket.once('data', (data) => { this.take(data); take(); });
        });
        this.socket.on('data', (data) => this.take(data));
        return;
      } catch (problem) {
        if (left === 0 || this.process.exitCode !== null) throw new Error(`Firefox does not answer: ${problem.message}`);
        await new Promise((go) => setTimeout(go, 250));
      }
    }
  }

  take(data) {
    this.text = Buffer.concat([this.text, data]);
    for (;;) {
      const colon = this.text.indexOf(':');
      const size = colon > 0 ? Number(this.text.subarray(0, colon)) : NaN;
      if (!(this.text.length >= colon + 1 + size)) return;
      const message = JSON.parse(this.text.subarray(colon + 1, colon + 1 + size).toString());
      this.text = this.text.subarray(colon + 1 + size);
      if (!Array.isArray(message)) continue; // the greeting
      const [, id, problem, result] = message;
      const { take, refuse } = this.waiting.get(id);
      this.waiting.delete(id);
      if (problem) refuse(new Error(`${problem.error}: ${problem.message}`));
      else take(result);
    }
  }

  ask(name, parameters = {}) {
    const id = ++this.serial;
    const text = Buffer.from(JSON.stringify([0, id, name, parameters]));
    this.socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]));
    return new Promise((take, refuse) => this.waiting.set(id, { take, refuse }));
  }

  open(url) {
    return this.ask('WebDriver:Navigate', { url });
  }

  /// The value of an async function in the page; its errors are those of this call.
  async evaluate(act, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      (${act})(...[...arguments].slice(0, -1)).then((value) => done({ value }), (problem) => done({ problem: [problem, problem?.stack].join(' ') }));`;
    const { value } = await this.ask('WebDriver:ExecuteAsyncScript', { script, args, newSandbox: false, sandbox: null });
    if (value.problem) throw new Error(value.problem);
    return value.value;
  }

  /// What the console has of the page so far: errors of programs, style and policy.
  async complaints(of) {
    await this.ask('Marionette:SetContext', { value: 'chrome' });
    const script = `return Services.console.getMessageArray().filter((m) => m instanceof Ci.nsIScriptError && !(m.flags & m.warningFlag) && (m.sourceName ?? '').startsWith(arguments[0]))
      .map((m) => m.errorMessage + ' (line ' + m.lineNumber + ')');`;
    const { value } = await this.ask('WebDriver:ExecuteScript', { script, args: [of], newSandbox: true, sandbox: null });
    await this.ask('Marionette:SetContext', { value: 'content' });
    return value;
  }

  /// PNG of the part of the page that is seen.
  async picture(file) {
    const { value } = await this.ask('WebDriver:TakeScreenshot', { full: false });
    writeFileSync(file, Buffer.from(value, 'base64'));
  }

  kill() {
    this.socket?.destroy();
    this.process.kill('SIGKILL');
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }

  async end() {
    const gone = new Promise((go) => this.process.once('exit', go));
    await this.ask('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
    await Promise.race([gone, new Promise((go) => setTimeout(go, 20000))]);
    this.kill();
  }
}
