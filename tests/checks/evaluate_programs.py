"""Random programs for evaluate_check.py, of opcodes that the evaluator covers, with their arguments."""
import random

INTEGERS = ["s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64", "s4", "u4"]
FLOATS = ["f16", "bf16", "f32", "f64", "f8e5m2", "f8e4m3fn"]
COMPLEX = ["c64"]
TYPES = INTEGERS + FLOATS + COMPLEX + ["pred"]
BITS = {"pred": 8, "bf16": 16, "f8e5m2": 8, "f8e4m3fn": 8}
UNARY = {"i": ["negate", "not", "abs", "sign", "popcnt", "count-leading-zeros"],
         "f": ["negate", "abs", "sign", "floor", "ceil", "round-nearest-even", "round-nearest-afz"],
         "c": ["negate"], "p": ["not"]}
BINARY = {"i": ["add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "and", "or", "xor",
                "shift-left", "shift-right-arithmetic", "shift-right-logical"],
          "f": ["add", "subtract", "multiply", "maximum", "minimum", "divide"], "c": ["add", "subtract", "multiply"],
          "p": ["and", "or", "xor"]}
FOLD = {"i": ["add", "multiply", "maximum", "minimum", "and", "or", "xor"], "f": ["add", "maximum", "minimum"],
        "c": ["add"], "p": ["and", "or", "xor"]}


def unary(rng, type_):
    """XLA counts the bits of a narrow type in a whole byte, and refuses the sign of unsigned ones."""
    left_out = (("abs", "sign") if type_[0] == "u" else ()) + (("popcnt", "count-leading-zeros") if bits(type_) == 4 else ())
    return rng.choice([o for o in UNARY[kind(type_)] if o not in left_out])


def identity(type_, opcode):
    """Reductions start with it: XLA drops one over a dimension of size 1."""
    if opcode in ("add", "or", "xor"):
        return "false" if type_ == "pred" else "(0, 0)" if kind(type_) == "c" else "0"
    if opcode == "multiply":
        return "1"
    if kind(type_) == "f":
        return "-inf" if opcode == "maximum" else "inf"
    if type_ == "pred":
        return "true"
    low = 0 if type_[0] == "u" else -2 ** (bits(type_) - 1)
    high = low + 2 ** bits(type_) - 1
    return str(high if opcode == "minimum" else low if opcode == "maximum" else low + high if type_[0] != "u" else high)


def kind(type_):
    return "p" if type_ == "pred" else "c" if type_ in COMPLEX else "f" if type_ in FLOATS else "i"


def bits(type_):
    return BITS.get(type_) or int("".join(c for c in type_ if c.isdigit()))


def shape(type_, dims):
    return f"{type_}[{','.join(map(str, dims))}]"


def number(rng, type_):
    if type_ == "pred":
        return rng.choice(["true", "false"])
    if kind(type_) == "c":
        return f"({rng.randint(-8, 8) / 4}, {rng.randint(-8, 8) / 4})"
    if kind(type_) == "f":
        return str(rng.choice([rng.randint(-8, 8) / 4, rng.randint(-8, 8) / 4, rng.uniform(-4, 4)]) + 0.0)
    low = 0 if type_[0] == "u" else -2 ** (bits(type_) - 1)
    high = low + 2 ** bits(type_) - 1
    return str(rng.choice([rng.randint(max(low, -4), min(high, 7)), low, high, rng.randint(low, high)]))


def literal(rng, type_, dims):
    if not dims:
        return number(rng, type_)
    return "{" + ", ".join(literal(rng, type_, dims[1:]) for _ in range(dims[0])) + "}"


class Program:
    """A module in `text`, and the literals of its parameters in `arguments`."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.computations, self.lines, self.arguments, self.values = [], [], [], []
        for i in range(self.rng.randint(1, 3)):
            self.parameter(i)
        for _ in range(self.rng.randint(4, 10)):
            self.step()
        roots = self.values[-6:]
        result = ", ".join(shape(t, d) for _, t, d in roots)
        names = ", ".join(n for n, _, _ in roots)
        self.text = ("HloModule m\n" + "".join(self.computations) + "ENTRY e {\n" + "".join(self.lines) +
                     f"  ROOT root = ({result}) tuple({names})\n}}\n")

    def add(self, type_, dims, right):
        name = f"v{len(self.lines)}"
        self.lines.append(f"  {name} = {shape(type_, dims)} {right}\n")
        self.values.append((name, type_, dims))
        return self.values[-1]

    def parameter(self, number_):
        type_, dims = self.rng.choice(TYPES), [self.rng.randint(1, 4) for _ in range(self.rng.randint(0, 3))]
        self.add(type_, dims, f"parameter({number_})")
        self.arguments.append(literal(self.rng, type_, dims))

    def constant(self, type_, dims):
        return self.add(type_, dims, f"constant({literal(self.rng, type_, dims)})")

    def like(self, type_, dims):
        """A value of this shape."""
        fitting = [v for v in self.values if v[1:] == (type_, dims)]
        return self.rng.choice(fitting) if fitting and self.rng.random() < .6 else self.constant(type_, dims)

    def reducer(self, type_, opcode):
        name = f"{opcode.replace('-', '_')}_{type_}_{len(self.computations)}"
        s = shape(type_, [])
        self.computations.append(f"{name} {{\n  {name}_a = {s} parameter(0)\n  {name}_b = {s} parameter(1)\n"
                                 f"  ROOT {name}_r = {s} {opcode}({name}_a, {name}_b)\n}}\n")
        return name

    def fold(self, type_, k):
        return self.rng.choice([o for o in FOLD[k] if type_ != "f8e4m3fn" or o == "add"])  # it has no infinity

    def step(self):
        rng = self.rng
        x, type_, dims = rng.choice(self.values)
        k = kind(type_)
        ops = [self.unary, self.binary, self.binary, self.compare, self.select, self.convert, self.broadcast,
               self.loop, self.branch, self.bitcast_convert]
        if dims:
            ops += [self.reshape, self.transpose, self.slice, self.reverse, self.concatenate, self.pad,
                    self.dynamic_slice, self.update, self.reduce, self.gather, self.dot, self.sort,
                    self.reduce_window, self.scatter]
        rng.choice(ops)(x, type_, dims, k)

    def unary(self, x, type_, dims, k):
        self.add(type_, dims, f"{unary(self.rng, type_)}({x})")

    def binary(self, x, type_, dims, k):
        # XLA's simplifier takes x / x for 1.
        opcode = self.rng.choice(BINARY[k])
        y = self.constant(type_, dims) if opcode in ("divide", "remainder") else self.like(type_, dims)
        self.add(type_, dims, f"{opcode}({x}, {y[0]})")

    def compare(self, x, type_, dims, k):
        direction = self.rng.choice(["EQ", "NE"] + (["LT", "LE", "GT", "GE"] if k != "c" else []))
        self.add("pred", dims, f"compare({x}, {self.like(type_, dims)[0]}), direction={direction}")

    def select(self, x, type_, dims, k):
        p, y = self.like("pred", dims)[0], self.like(type_, dims)[0]
        self.add(type_, dims, f"select({p}, {x}, {y})")

    def convert(self, x, type_, dims, k):
        to = self.rng.choice([t for t in TYPES if (t in COMPLEX) >= (k == "c")])
        self.add(to, dims, f"convert({x})")

    def bitcast_convert(self, x, type_, dims, k):
        to = [t for t in INTEGERS + FLOATS if bits(t) == bits(type_)]
        if k == "i" and to:  # not the payload of a NaN
            self.add(self.rng.choice(to), dims, f"bitcast-convert({x})")

    def broadcast(self, x, type_, dims, k):
        at = self.rng.randint(0, len(dims))
        if len(dims) < 4:
            kept = [i if i < at else i + 1 for i in range(len(dims))]
            self.add(type_, dims[:at] + [2] + dims[at:], f"broadcast({x}), dimensions={{{','.join(map(str, kept))}}}")

    def reshape(self, x, type_, dims, k):
        count = 1
        for d in dims:
            count *= d
        self.add(type_, self.rng.choice([[count], [1, count], dims[::-1]]), f"reshape({x})")

    def transpose(self, x, type_, dims, k):
        order = self.rng.sample(range(len(dims)), len(dims))
        self.add(type_, [dims[i] for i in order], f"transpose({x}), dimensions={{{','.join(map(str, order))}}}")

    def slice(self, x, type_, dims, k):
        ranges = []
        for d in dims:
            start = self.rng.randint(0, d - 1)
            ranges.append((start, self.rng.randint(start + 1, d), self.rng.randint(1, 2)))
        self.add(type_, [(l - s + t - 1) // t for s, l, t in ranges],
                 f"slice({x}), slice={{{', '.join(f'[{s}:{l}:{t}]' for s, l, t in ranges)}}}")

    def reverse(self, x, type_, dims, k):
        self.add(type_, dims, f"reverse({x}), dimensions={{{self.rng.randrange(len(dims))}}}")

    def concatenate(self, x, type_, dims, k):
        at = self.rng.randrange(len(dims))
        other = dims[:at] + [self.rng.randint(1, 3)] + dims[at + 1:]
        y = self.like(type_, other)[0]
        self.add(type_, dims[:at] + [dims[at] + other[at]] + dims[at + 1:],
                 f"concatenate({x}, {y}), dimensions={{{at}}}")

    def pad(self, x, type_, dims, k):
        padding = [(self.rng.randint(0, 2), self.rng.randint(0, 2), self.rng.randint(0, 1)) for _ in dims]
        zero = self.constant(type_, [])[0]
        self.add(type_, [l + h + d + (d - 1) * i for d, (l, h, i) in zip(dims, padding)],
                 f"pad({x}, {zero}), padding={'x'.join(f'{l}_{h}_{i}' for l, h, i in padding)}")

    def starts(self, dims):
        return ", ".join(self.constant("s32", [])[0] for _ in dims)

    def dynamic_slice(self, x, type_, dims, k):
        sizes = [self.rng.randint(1, d) for d in dims]
        self.add(type_, sizes, f"dynamic-slice({x}, {self.starts(dims)}), "
                               f"dynamic_slice_sizes={{{','.join(map(str, sizes))}}}")

    def update(self, x, type_, dims, k):
        y = self.like(type_, [self.rng.randint(1, d) for d in dims])[0]
        self.add(type_, dims, f"dynamic-update-slice({x}, {y}, {self.starts(dims)})")

    def reduce(self, x, type_, dims, k):
        at = self.rng.randrange(len(dims))
        opcode = self.fold(type_, k)
        first = self.add(type_, [], f"constant({identity(type_, opcode)})")[0]
        self.add(type_, dims[:at] + dims[at + 1:],
                 f"reduce({x}, {first}), dimensions={{{at}}}, to_apply={self.reducer(type_, opcode)}")

    def reduce_window(self, x, type_, dims, k):
        sizes, pads = [self.rng.randint(1, 2) for _ in dims], [self.rng.randint(0, 1) for _ in dims]
        result = [d + p - s + 1 for d, s, p in zip(dims, sizes, pads)]
        if min(result) > 0 and k != "c":
            opcode = self.fold(type_, k)
            first = self.add(type_, [], f"constant({identity(type_, opcode)})")[0]
            self.add(type_, result, f"reduce-window({x}, {first}), window={{size={'x'.join(map(str, sizes))} "
                                    f"pad={'x'.join(f'{p}_0' for p in pads)}}}, to_apply={self.reducer(type_, opcode)}")

    def sort(self, x, type_, dims, k):
        if k == "i":
            name, s = f"less_{len(self.computations)}", shape(type_, [])
            self.computations.append(f"{name} {{\n  {name}_a = {s} parameter(0)\n  {name}_b = {s} parameter(1)\n"
                                     f"  ROOT {name}_r = pred[] compare({name}_a, {name}_b), direction=LT\n}}\n")
            self.add(type_, dims, f"sort({x}), dimensions={{{self.rng.randrange(len(dims))}}}, to_apply={name}")

    def gather(self, x, type_, dims, k):
        indices = self.constant("s32", [self.rng.randint(1, 3)])
        window = ",".join(map(str, range(1, len(dims))))
        self.add(type_, indices[2] + dims[1:],
                 f"gather({x}, {indices[0]}), offset_dims={{{window}}}, collapsed_slice_dims={{0}}, "
                 f"start_index_map={{0}}, index_vector_dim=1, slice_sizes={{{','.join(map(str, [1] + dims[1:]))}}}")

    def scatter(self, x, type_, dims, k):
        indices = self.constant("s32", [self.rng.randint(1, 3)])
        updates = self.like(type_, indices[2] + dims[1:])[0]
        self.add(type_, dims,
                 f"scatter({x}, {indices[0]}, {updates}), update_window_dims={{{','.join(map(str, range(1, len(dims))))}}}, "
                 f"inserted_window_dims={{0}}, scatter_dims_to_operand_dims={{0}}, index_vector_dim=1, "
                 f"to_apply={self.reducer(type_, self.rng.choice(FOLD[k]))}")

    def dot(self, x, type_, dims, k):
        if k in "fi" and bits(type_) >= 8:
            y = self.like(type_, [dims[-1], self.rng.randint(1, 3)])
            self.add(type_, dims[:-1] + y[2][1:],
                     f"dot({x}, {y[0]}), lhs_contracting_dims={{{len(dims) - 1}}}, rhs_contracting_dims={{0}}")

    def loop(self, x, type_, dims, k):
        """Applies an opcode to x a few times."""
        n, s = f"loop_{len(self.computations)}", f"(s32[], {shape(type_, dims)})"
        opcode = self.rng.choice([o for o in BINARY[k] if o not in ("divide", "remainder")])
        self.computations.append(
            f"{n}_body {{\n  {n}_p = {s} parameter(0)\n  {n}_i = s32[] get-tuple-element({n}_p), index=0\n"
            f"  {n}_x = {shape(type_, dims)} get-tuple-element({n}_p), index=1\n  {n}_one = s32[] constant(1)\n"
            f"  {n}_j = s32[] add({n}_i, {n}_one)\n  {n}_y = {shape(type_, dims)} {opcode}({n}_x, {n}_x)\n"
            f"  ROOT {n}_t = {s} tuple({n}_j, {n}_y)\n}}\n"
            f"{n}_condition {{\n  {n}_q = {s} parameter(0)\n  {n}_k = s32[] get-tuple-element({n}_q), index=0\n"
            f"  {n}_n = s32[] constant({self.rng.randint(0, 3)})\n"
            f"  ROOT {n}_l = pred[] compare({n}_k, {n}_n), direction=LT\n}}\n")
        zero = self.add("s32", [], "constant(0)")[0]
        self.lines.append(f"  {n}_init = {s} tuple({zero}, {x})\n")
        self.lines.append(f"  {n}_while = {s} while({n}_init), condition={n}_condition, body={n}_body\n")
        self.add(type_, dims, f"get-tuple-element({n}_while), index=1")

    def branch(self, x, type_, dims, k):
        p, s, n = self.like("pred", [])[0], shape(type_, dims), f"branch_{len(self.computations)}"
        for i in range(2):
            self.computations.append(f"{n}_{i} {{\n  {n}_{i}_x = {s} parameter(0)\n"
                                     f"  ROOT {n}_{i}_y = {s} {unary(self.rng, type_)}({n}_{i}_x)\n}}\n")
        self.add(type_, dims, f"conditional({p}, {x}, {x}), true_computation={n}_0, false_computation={n}_1")


FUNCTIONS = ["exponential", "exponential-minus-one", "log", "log-plus-one", "log2", "exp2", "sine", "cosine", "tan", "tanh",
             "sinh", "cosh", "asin", "acos", "atanh", "asinh", "acosh", "sqrt", "rsqrt", "cbrt", "erf", "logistic"]
BINARY_FUNCTIONS = ["add", "subtract", "multiply", "divide", "power", "atan2", "remainder"]


def functions(seed):
    """(opcode, type, text, arguments) of programs of one function each."""
    rng = random.Random(seed)
    for type_ in ["f32", "f64", "bf16", "f16"]:
        for opcode in FUNCTIONS + BINARY_FUNCTIONS:
            count = 2 if opcode in BINARY_FUNCTIONS else 1
            s = shape(type_, [500])
            lines = "".join(f"  x{i} = {s} parameter({i})\n" for i in range(count))
            text = f"HloModule m\nENTRY e {{\n{lines}  ROOT r = {s} {opcode}({', '.join(f'x{i}' for i in range(count))})\n}}\n"
            limit = 0.875 if opcode in ("asin", "acos", "atanh") else 20
            low = {"log": 0, "log2": 0, "sqrt": 0, "rsqrt": 0, "log-plus-one": -1, "acosh": 1, "power": 0}.get(opcode, -limit)
            # Values of all types: how text is rounded is another question.
            yield opcode, type_, text, [f"{{{', '.join(str(round(rng.uniform(low, limit) * 8) / 8) for _ in range(500))}}}"
                                        for _ in range(count)]
