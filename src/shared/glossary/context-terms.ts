import type { Terms } from './term.ts'

/** Histories, their messages, and how their sizes are told. */
export const contextTerms = {
  task: {
    names: ['Task', 'Tasks', 'Session'],
    definition: 'One recorded conversation of an agent, with all its messages and requests.',
  },
  history: {
    names: ['History'],
    definition: 'The messages of a task in their order, as the agent recorded them.',
  },
  'effective-history': {
    names: ['Effective history'],
    definition:
      'The messages that the next request would send, without what the agent has hidden or condensed.',
  },
  message: {
    names: ['Messages', 'Message'],
    definition: 'What the user, the assistant or a tool said, made of parts such as text, calls and results.',
  },
  'message-number': {
    names: ['#', 'Number', 'Message number', 'Source #', 'Result #'],
    definition: 'The place of a message in its history, counted from 0.',
  },
  part: {
    names: ['Part', 'Parts'],
    definition: 'A piece of a message of one kind, such as a text, a tool call or an image.',
  },
  kind: {
    names: ['Kind', 'Kinds', 'Kind of part'],
    definition:
      'What a part of a message is: text, reasoning, tool call, tool result, image, summary and so on.',
  },
  role: {
    names: ['Role'],
    definition: 'Who a message is from: the user, the assistant, a tool or the system.',
  },
  'counted-tokens': {
    names: ['Tokens', 'Messages tok', 'Counted tokens', 'Counted size', 'Size in tokens', 'In the histories'],
    definition: 'The size of the messages by Dewpoint’s own counter, without system prompt and tools.',
    formula: 'o200k tokens of each part, summed',
    limits: 'A model’s own count differs, often by a fifth. Shares of a window use the request size instead.',
  },
  'request-tokens': {
    names: ['Request tok', 'Request, model’s tok', 'Request, model’s count', 'Request size'],
    definition: 'The size of a whole request as its model counts it, with system prompt and tools.',
    formula: 'the recorded input with cached tokens, or estimated from it by calibration',
    limits: 'Known exactly only for requests that the agent recorded.',
  },
  calibration: {
    names: ['Calibration', 'Calibrated'],
    definition: 'How Dewpoint’s count of a task is turned into the model’s count.',
    formula: 'recorded input ≈ slope × counted tokens + overhead, fitted over the recorded requests',
    limits: 'Needs recorded requests. Without them, sizes stay Dewpoint’s own count.',
  },
  overhead: {
    names: ['Overhead', 'System prompt and tools'],
    definition: 'What every request sends besides the messages: the system prompt and the list of tools.',
    formula: 'recorded input − calibrated size of the messages',
  },
  window: {
    names: ['Window', 'Context window', 'Of the window', 'Window after', 'Used'],
    definition: 'The most tokens that a model takes in one request, and how much of it is in use.',
    formula: '100 × request size / window',
    direction: 'lower',
  },
  'context-after': {
    names: ['Context after', 'Context size', 'Context'],
    definition: 'The size of what the next request sends after this message, by the model’s count.',
  },
  'recorded-input': {
    names: ['Recorded input'],
    definition: 'Input tokens that the agent recorded for the request that this message answers.',
  },
  'sent-for-it': {
    names: ['Sent for it'],
    definition: 'The size of the request that this message answers.',
  },
  threshold: {
    names: ['Threshold', 'Threshold of the profile', 'Threshold in Settings', 'Trigger'],
    definition: 'The share of the window at which condensing starts.',
    formula: '100 × request size / window ≥ threshold',
    limits: 'Early condensing loses more often. Late condensing sends more.',
  },
  'truncated-above': {
    names: ['Truncated above'],
    definition: 'The size above which an agent truncates even where condensing has failed.',
    formula: '90 % of the window − what is reserved for the answer',
  },
  'condensed-by-agent': {
    names: [
      'Condensed by the agent',
      'Condensations',
      'Tasks condensed',
      'Condensed tasks',
      'Per task',
      'Last time',
    ],
    definition: 'How often the agent itself replaced messages by something shorter, as its record shows.',
    limits: 'What an agent does without recording it is not seen.',
  },
  condensation: {
    names: ['Condensation', 'Condense', 'Compaction'],
    definition: 'An event at which messages of a history are replaced by something shorter.',
  },
  truncation: {
    names: ['Truncation', 'Truncated'],
    definition: 'An event at which an agent drops the oldest messages without a summary.',
  },
  event: {
    names: ['Event', 'Events'],
    definition:
      'Something that happened in a task, such as a condensation, an error, a retry or a change of model.',
  },
  'what-happened': {
    names: ['What happened', 'What'],
    definition: 'The event or the item of this row in words.',
  },
  subtask: {
    names: ['Subtask', 'Parent task'],
    definition: 'A task that another task handed work to, with a record and a cost of its own.',
  },
  retry: { names: ['Retry'], definition: 'A request that the agent sent again.' },
  mode: {
    names: ['Mode'],
    definition: 'The way of working that an agent was in, each with its own system prompt.',
  },
  'user-text': { names: ['User text', 'User'], definition: 'Tokens of what the user wrote.' },
  'assistant-text': {
    names: ['Assistant text', 'Text'],
    definition: 'The words of a message, or tokens of what the assistant wrote.',
  },
  reasoning: {
    names: ['Reasoning'],
    definition: 'Tokens of the thinking that a model recorded before it answered.',
  },
  'hidden-reasoning': {
    names: ['Hidden reasoning'],
    definition:
      'Tokens of thinking that the vendor keeps and sends with each request, and of which the file has no words.',
    limits:
      'Estimated from the recorded output less the visible answer, else from the length of its signature.',
  },
  'tool-call': {
    names: ['Tool call', 'Tokens of calls', 'Calls', 'Call'],
    definition: 'A tool that the assistant ran, with its arguments.',
  },
  'tool-result': {
    names: ['Tool result', 'Tokens of results'],
    definition: 'What a tool gave back to the assistant.',
  },
  environment: {
    names: ['Environment'],
    definition: 'What an agent adds to messages by itself, such as open files and the time.',
  },
  image: { names: ['Image'], definition: 'A picture in a message, counted as its model charges for it.' },
  summary: { names: ['Summary'], definition: 'A text that replaces messages that are no longer sent.' },
  opaque: {
    names: ['Opaque', 'Encrypted'],
    definition: 'Content that only the vendor of its model can read, such as an encrypted summary.',
    limits: 'What it holds cannot be measured.',
  },
  tool: {
    names: ['Tool', 'Tools used'],
    definition: 'A program that the assistant may call, such as one that reads a file.',
  },
  'tool-format': {
    names: ['Tools', 'Tool format'],
    definition: 'How the agent calls tools: native calls of the model’s interface, or XML in the text.',
  },
  path: {
    names: ['Path', 'Paths'],
    definition: 'A file or folder, as it is named in the message or lies on disk.',
  },
  flags: {
    names: ['Flags'],
    definition: 'Marks of a message, such as hidden, summary, pinned or damaged.',
  },
  pinned: {
    names: ['Pinned', 'Partly pinned', 'Pin'],
    definition: 'A message or part that every condensation keeps byte for byte.',
    limits: 'Pins can leave nothing to save.',
  },
  fate: {
    names: ['Fate'],
    definition:
      'What became of a message: kept, shortened, summarised, replaced by a reference, dropped or written new.',
  },
  place: { names: ['Place'], definition: 'Where in a file or a message something stands.' },
  'time-of-message': { names: ['Time', 'Moment'], definition: 'When something was recorded, in local time.' },
} as const satisfies Terms
