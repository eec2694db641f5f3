# SPDX-License-Identifier: GPL-3.0-or-later
# Ways to break a line of C: awk -f mutants.awk FILE... prints FILE <tab> LINE <tab> RULE <tab> NEW TEXT.
# One line, one occurrence, one change; lines of comments, directives, texts and declarations are left.
function offer(rule, text) {
    if (text != $0) print FILENAME "\t" FNR "\t" rule "\t" text
}
# the first match of a pattern, replaced
function once(pattern, by,   text) {
    text = $0
    sub(pattern, by, text)
    return text
}
FNR == 1 { inside = 0 }
/^{/ { inside = 1; next }
/^}/ { inside = 0 }
!inside || /^ *\/\// || /^#/ || /"/ || /^ *\*/ || /static const/ || /fprintf|printf/ { next }
{
    code = $0
    sub(/ *\/\/.*/, "", code)
    $0 = code
    if (/[a-z0-9_\])] \+ [a-z0-9_(]/) offer("plus becomes minus", once(" [+] ", " - "))
    if (/[a-z0-9_\])] - [a-z0-9_(]/) offer("minus becomes plus", once(" - ", " + "))
    if (/[a-z0-9_\])] \* [a-z0-9_(]/) offer("times becomes over", once(" [*] ", " / "))
    if (/[a-z0-9_\])] \/ [a-z0-9_(]/) offer("over becomes times", once(" / ", " * "))
    if (/= -[a-z0-9(]/) offer("sign dropped", once("= -", "= "))
    if (/[^0-9.]0\.5[^0-9]/) offer("half becomes a quarter", once("0[.]5", "0.25"))
    if (/[^0-9.]2\.0[^0-9]/) offer("two becomes three", once("2[.]0", "3.0"))
    if (/^ +[^=(]+ [+-]= .*;$/) offer("term dropped", "    ;")
    if (/for \(.* = 0; /) offer("begins at one", once(" = 0;", " = 1;"))
    if (/for \(.*; [a-z]+ < /) offer("ends one late", once("; [a-z]+ <", "& 1 +"))
    else if (/ < [a-z]/) offer("less becomes at most", once(" < ", " <= "))
    if (/ <= /) offer("at most becomes less", once(" <= ", " < "))
    if (/ >= /) offer("at least becomes more", once(" >= ", " > "))
    if (/ > [a-z0-9]/) offer("more becomes at least", once(" > ", " >= "))
    if (/ && /) offer("and becomes or", once(" && ", " || "))
    if (/if \(!/) offer("condition turned", once("if [(]!", "if ("))
    if (/^ +return status;$/) offer("status dropped", once("status", "TALUS_OK"))
    if (/^ +[a-z_]+\(.*\);$/ && !/free|clear|destroy|talus_error|assert/) offer("call dropped", "    ;")
    if (/^ +[a-z_.>\[\]-]+ = [^;]*;$/ && !/= (0|NULL|true|false)/ && !/status =/) offer("value not kept", once("= .*;", "= 0;"))
}
