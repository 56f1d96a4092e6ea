"""Places of C++ sources and of tables that a mutation can change, for mutate_product.py.

Sources are read as tokens, not parsed: clang-format puts blanks around binary operators and none around those of
templates and types, and mutate_product.h keeps the precedence of what it replaces. What is no expression after
all does not compile, and is left out then. Not mutated: assertions, arguments of templates, and what only saves
time or memory, such as reserve.
"""
import collections
import re

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    r"|[A-Za-z_]\w*|0[xX][0-9A-Fa-f']+\w*|\d[\d']*(?:\.\d*)?(?:[eE][+-]?\d+)?\w*"
    r"|<<=|>>=|->\*|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S",
    re.S)
SKIPPED_LINE = re.compile(
    r"reserve|static_assert|\bassert\(|DCHECK|CHECK\(|__builtin|prefetch|\boperator\b|template|^\s*case |"
    r"shrink_to_fit|^\s*using |std::bitset<|std::array<|is_always_lock_free|alignas|noexcept\(|Misuse\(")
BINARY = {
    "<": ["kLessEqual", "kGreaterEqual"], "<=": ["kLess", "kGreater"], ">": ["kGreaterEqual", "kLessEqual"],
    ">=": ["kGreater", "kLess"], "==": ["kNotEqual"], "!=": ["kEqual"], "+": ["kMinus"], "-": ["kPlus"],
    "*": ["kOver"], "/": ["kTimes"], "%": ["kTimes"], "&": ["kOr"], "|": ["kAnd"],
}
SIGN = {"kLess": "<", "kLessEqual": "<=", "kGreater": ">", "kGreaterEqual": ">=", "kEqual": "==", "kNotEqual": "!=",
        "kPlus": "+", "kMinus": "-", "kTimes": "*", "kOver": "/", "kAnd": "&", "kOr": "|"}
NS = "::hlo_mutant::"


class Site:
    """A place, the edits of the text that make it a mutant, and what the mutant does."""

    def __init__(self, path, text, offset, change, edits):
        self.path = path
        self.line = text.count("\n", 0, offset) + 1
        self.source = text.splitlines()[self.line - 1].strip()
        self.change = change
        self.edits = edits  # (offset, end, replacement with {n} for the number)
        self.twin = 0  # number among the sites of the file with equal line and change
        self.may_be_compiled = False  # the compiler may evaluate it, and nobody later


def numbered_twins(sites):
    """Tells apart sites of which line and change are the same."""
    seen = collections.Counter()
    for site in sites:
        site.twin = seen[site.source, site.change]
        seen[site.source, site.change] += 1
    return sites


def preprocessed_lines(text):
    """The character ranges of preprocessor lines, with their continuations."""
    return [m.span() for m in re.finditer(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", text, re.M)]


def tokens_of(text):
    """(token, offset) of all but comments and preprocessor lines."""
    skipped = preprocessed_lines(text)
    found, at = [], 0
    for match in TOKEN.finditer(text):
        while at < len(skipped) and skipped[at][1] <= match.start():
            at += 1
        in_directive = at < len(skipped) and skipped[at][0] <= match.start()
        if not in_directive and not match[0].startswith(("//", "/*")):
            found.append((match[0], match.start()))
    return found


def closing(tokens, i):
    """The number of the parenthesis that closes the one at i."""
    depth = 0
    for k in range(i, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[k][0], 0)
        if depth == 0:
            return k
    return None


def constexpr_functions(tokens):
    """The ranges of the bodies of constexpr functions."""
    ranges = []
    for i, (token, _) in enumerate(tokens):
        if token != "constexpr":
            continue
        end = next((k for k in range(i, len(tokens)) if tokens[k][0] in "{;="), len(tokens))
        if end == len(tokens) or tokens[end][0] != "{" or ")" not in [t for t, _ in tokens[i:end]]:
            continue
        depth, last = 0, end
        while last < len(tokens):
            depth += {"{": 1, "}": -1}.get(tokens[last][0], 0)
            if depth == 0:
                break
            last += 1
        ranges.append((tokens[end][1], tokens[min(last, len(tokens) - 1)][1]))
    return ranges


def sites_of_source(path, text):
    tokens = tokens_of(text)
    lines = text.splitlines()
    sites = []
    functions = constexpr_functions(tokens)
    for i, (token, offset) in enumerate(tokens[1:-1], 1):
        line = lines[text.count("\n", 0, offset)]
        if SKIPPED_LINE.search(line):
            continue
        end = offset + len(token)
        before, after = tokens[i - 1][0], tokens[i + 1][0]
        spaced = text[offset - 1].isspace() and text[end:end + 1].isspace()

        def add(change, *edits):
            sites.append(Site(path, text, offset, change, edits))
            sites[-1].may_be_compiled = any(begin <= offset < end for begin, end in functions)

        if token in BINARY and spaced and before not in ("(", ",", "{", "return", "<"):
            for other in BINARY[token]:
                add(f"{token} becomes {SIGN[other]}",
                    (end, end, f" {NS}Binary<{{n}}, {NS}{other}>{{{{}}}} {token}"))
        elif token in ("&&", "||") and spaced:
            neutral = "true" if token == "&&" else "false"
            add(f"right of {token} becomes {neutral}", (end, end, f" {NS}Right<{{n}}, {neutral}>{{{{}}}} |"))
        elif token in ("+=", "-="):
            add(f"{token} becomes its opposite", (end, end, f" {NS}Negated<{{n}}>{{{{}}}} |"))
        elif token == "!":
            add("! is dropped", (offset, end, f"{NS}Not<{{n}}>{{{{}}}}->*"))
        elif token == "if" and after == "(":
            last = closing(tokens, i + 1)
            inside = [t for t, _ in tokens[i + 2:last]] if last else ["="]
            if "=" not in inside and ";" not in inside:
                for forced in ("true", "false"):
                    add(f"if becomes {forced}", (tokens[i + 1][1] + 1, tokens[i + 1][1] + 1, f"{NS}If<{{n}}, {forced}>("),
                        (tokens[last][1], tokens[last][1], ")"))
        elif token in ("true", "false") and before not in ("<", "_") and after != ">":
            add(f"{token} becomes {'false' if token == 'true' else 'true'}",
                (offset, end, f"{NS}Bool<{{n}}>({token})"))
        elif re.fullmatch(r"\d+|0[xX][0-9A-Fa-f]+", token) and before not in ("<", "[", "case") and after[0] != ">":
            add(f"{token} becomes {token} + 1", (offset, end, f"{NS}Number<{{n}}>({token})"))
    return numbered_twins(sites)


def instrumented(text, numbered):
    """`text` with the edits of (number, site)."""
    edits = sorted((edit[0], number, edit) for number, site in numbered for edit in site.edits)
    parts, at = [], 0
    for offset, number, (_, end, replacement) in edits:
        parts += [text[at:offset], replacement.format(n=number)]
        at = max(at, end)
    text = "".join(parts) + text[at:]
    return at_run_time(text)


def at_run_time(text):
    """Makes const what is constexpr and has a mutant in its initializer, maybe an array; the mutant's functions are
    those that only exist at run time, since constants are initialized by the compiler if it can."""
    for match in reversed(list(re.finditer(r"\bconstexpr (?=[^;{}()=]*=)", text))):
        depth, end = 0, match.end()
        while end < len(text) and (depth > 0 or text[end] != ";"):
            depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(text[end], 0)
            end += 1
        if NS in text[match.end():end]:
            initializer = re.sub(rf"{NS}(Number|Bool)<", rf"{NS}\1AtRunTime<", text[match.end():end])
            text = text[:match.start()] + "const " + initializer + text[end:]
    return text


# ---- Tables.

ROW = re.compile(r"^(?:[^\n#/]|/(?!/))*?\b(HLO_\w+)\(", re.M)


def cells_of(text, start):
    """(offset, end) of the arguments of the macro whose parenthesis is before `start`."""
    depth, begin, cells = 0, start, []
    for match in TOKEN.finditer(text, start):
        token = match[0]
        if token in "([{":
            depth += 1
        elif token in ")]}" and depth > 0:
            depth -= 1
        elif depth == 0 and token in (",", ")"):
            cells.append((begin, match.start()))
            begin = match.end()
            if token == ")":
                return cells
    return cells


def sites_of_table(path, text):
    """Each cell but the first, which names the row, becomes another of its column, or one more."""
    rows, at = [], 0
    while match := ROW.search(text, at):
        at = match.end()
        cells = [(a + len(text[a:b]) - len(text[a:b].lstrip()), b) for a, b in cells_of(text, at)]
        rows.append((match[1], cells))
    columns = {}
    for macro, cells in rows:
        for c, (a, b) in enumerate(cells):
            columns.setdefault((macro, c), {})[text[a:b].strip()] = None
    sites = []
    for macro, cells in rows:
        for c, (a, b) in enumerate(cells[1:], 1):
            cell = text[a:b].strip()
            others = [o for o in columns[macro, c] if o != cell]
            if re.fullmatch(r"\d+", cell):
                new = str(int(cell) + 1)
            elif cell in ("true", "false"):
                new = "false" if cell == "true" else "true"
            elif re.fullmatch(r'"[^"]*"', cell):
                new = cell[:-1] + '_"'
            elif others and re.fullmatch(r"[\w| ]+|\w+\(\w+\)", cell):
                new = others[len(sites) % len(others)]
            else:
                continue
            sites.append(Site(path, text, a, f"{cell} becomes {new}", [(a, a + len(cell), new)]))
    return numbered_twins(sites)
