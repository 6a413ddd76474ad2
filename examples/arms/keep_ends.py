"""An external arm in Python, standard library alone: keeps the first message and the newest turns.

Reads one JSON document on stdin and writes one on stdout; see README.md. Format: anthropic.
Settings: {"keep": 6}, the messages at the end that stay.
"""

import json
import sys


def is_plain(message):
    """Whether a message may begin what is kept: typed by the user, no result of a tool."""
    content = message["content"]
    blocks = [] if isinstance(content, str) else content
    return message["role"] == "user" and not any(block["type"] == "tool_result" for block in blocks)


def text_of(message):
    content = message["content"]
    if isinstance(content, str):
        return content
    return " ".join(block.get("text", "") for block in content)


def condense(request):
    messages = request["messages"]
    keep = request["settings"].get("keep", 6)
    cut = max(1, len(messages) - keep)
    # A result may not stand without its call: the kept part begins at an answer of the assistant.
    while cut < len(messages) and messages[cut]["role"] != "assistant":
        cut += 1
    if cut <= 1 or cut >= len(messages):
        return {"messages": messages, "notes": "there is nothing to leave out", "usage": {"costUsd": 0}}
    asked = [text_of(message)[:200] for message in messages[1:cut] if is_plain(message)]
    summary = f"{cut - 1} messages were left out."
    if asked:
        summary += " The user had asked: " + " | ".join(asked)
    first = messages[0]
    return {
        "messages": [first, {"role": "user", "content": [{"type": "text", "text": summary}]}, *messages[cut:]],
        "summary": summary,
        "notes": [f"kept the task and {len(messages) - cut} messages"],
        "usage": {"costUsd": 0},
    }


if __name__ == "__main__":
    json.dump(condense(json.load(sys.stdin)), sys.stdout)
