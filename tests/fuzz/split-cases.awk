# SPDX-License-Identifier: GPL-3.0-or-later
# The first small cases of {"cases": [ {...}, ... ]}, each a file of its own with one case. A case
# begins with a brace at depth 2 and ends where it closes.
{
    for (k = 1; k <= length($0); k++) {
        c = substr($0, k, 1)
        if (c == "\"" && last != "\\") quoted = !quoted
        if (!quoted && (c == "{" || c == "[")) {
            depth++
            if (depth == 3 && c == "{") { text = ""; inside = 1 }
        }
        if (inside) text = text c
        if (!quoted && (c == "}" || c == "]")) {
            depth--
            if (depth == 2 && inside) {
                inside = 0
                kind = text
                sub(/.*"(kind|type|function|model|scheme|method)": *"/, "", kind)
                sub(/".*/, "", kind)
                if (length(text) < 3000 && count[kind]++ < 2 && all++ < 60) {
                    file = out "_" all ".json"
                    printf "[%s]\n", text >file
                    close(file)
                }
            }
        }
        last = c
    }
    if (inside) text = text "\n"
}
