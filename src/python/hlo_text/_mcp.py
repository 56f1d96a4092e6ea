"""hlo-mcp: the verbs of hlo_text.verbs as tools of a server of the Model Context Protocol, over stdio."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable

import hlo_text
from hlo_text import verbs

_INSTRUCTIONS = """Questions about HLO, the programs that XLA compiles: files of HLO text or protos, and folders that
--xla_dump_to made. Begin with summary. Answers are short: what is left is counted, and start= goes on. An address
such as main/dot.3 is an instruction; around shows it."""


def _answering(verb: Callable[..., str]) -> Callable[..., str]:
    """The verb, with errors that the client sees."""
    from mcp.server.mcpserver.exceptions import ToolError

    @functools.wraps(verb)
    def answer(*arguments: object, **keywords: object) -> str:
        try:
            return verb(*arguments, **keywords)
        except (OSError, ValueError, LookupError, ReferenceError) as error:
            text = str(error.args[0]) if isinstance(error, KeyError) else str(error)
            raise ToolError(verbs._cut(text, 1000)) from error

    return answer


def main() -> None:
    """The console script hlo-mcp."""
    if sys.argv[1:] == ["--version"]:
        print(f"hlo-mcp {hlo_text.__version__}")
        return
    if sys.argv[1:]:
        sys.exit("hlo-mcp: takes no arguments but --version; it speaks the protocol on standard input and output")
    try:
        from mcp.server import MCPServer
    except ImportError:
        sys.exit("hlo-mcp: needs the SDK of the protocol: pip install 'hlo-text[mcp]'")
    server = MCPServer("hlo", version=hlo_text.__version__, instructions=_INSTRUCTIONS)
    for verb in verbs.VERBS:
        server.add_tool(_answering(verb), structured_output=False)
    server.run("stdio")


if __name__ == "__main__":
    main()
