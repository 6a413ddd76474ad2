# A compactor to begin with: one JSON document on stdin, one on stdout. Replace condense by your own.

require 'json'

KEEP = 6

# What a person typed; nil for results of tools and for the assistant.
def said(message)
  content = message['content']
  return nil unless message['role'] == 'user'
  return content if content.is_a?(String)
  return nil if content.any? { |block| block['type'] == 'tool_result' }

  content.map { |block| block['text'].to_s }.join("\n")
end

def condense(messages)
  cut = [1, messages.length - KEEP].max
  # No result may stand without its call: what is kept begins with the assistant.
  cut += 1 while cut < messages.length && messages[cut]['role'] != 'assistant'
  texts = messages[1...cut].map { |message| said(message) }.compact
  summary = { role: 'user', content: "Asked so far:\n#{texts.join("\n")}" }
  [messages[0], summary, *messages[cut..]]
end

document = JSON.parse($stdin.read)
puts JSON.generate(messages: condense(document['messages']), usage: { costUsd: 0 })
