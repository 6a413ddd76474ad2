#!/bin/sh
# A compactor to begin with: one JSON document on stdin, one on stdout. Needs jq. Replace the program by your own.
exec jq -c '
  def said: if .role != "user" then empty
    elif (.content | type) == "string" then .content
    elif any(.content[]; .type == "tool_result") then empty
    else [.content[].text // ""] | join("\n") end;
  .messages as $all
  # No result may stand without its call: what is kept begins with the assistant.
  | ([range([1, ($all | length) - 6] | max; $all | length) | select($all[.].role == "assistant")][0] // ($all | length)) as $cut
  | { role: "user", content: ("Asked so far:\n" + ([$all[1:$cut][] | said] | join("\n"))) } as $summary
  | { messages: ([$all[0], $summary] + $all[$cut:]), usage: { costUsd: 0 } }
'
