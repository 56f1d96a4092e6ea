"""The commit before, for the steps that look at what has changed."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ("CMakeLists.txt", "include", "src")


def git(*arguments):
    """The output of git, or None if it fails."""
    done = subprocess.run(["git", "-c", "safe.directory=*", *arguments], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout if done.returncode == 0 else None


def commit(name):
    found = git("rev-parse", "--verify", "--quiet", name + "^{commit}")
    return found.decode().strip() if found else None


def changed_since(revision, sources=SOURCES):
    return git("diff", "--quiet", revision, "--", *sources) is None


def commit_before():
    """HEAD^, which for a merge is what it goes into; HEAD if that is not what lies in the checkout.
    None if there is none, as in a shallow clone. Not where a branch began: the more it has changed,
    the longer the steps would take."""
    head = commit("HEAD")
    if head is None:
        return None
    return head if changed_since(head) else commit("HEAD^")


def changed_files(revision):
    """Paths from the root, of the checkout as it lies there, that differ from that commit."""
    tracked = git("diff", "--name-only", "--diff-filter=d", revision) or b""
    new = git("ls-files", "--others", "--exclude-standard") or b""
    return (tracked + new).decode().splitlines()
