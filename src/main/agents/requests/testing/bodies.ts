const input = { path: 'a.ts' }
const image = 'iVBORw0KGgo='
/** What all of these bodies say, as neutral messages. */
export const sentInAll = [
  {
    role: 'user',
    parts: [
      { text: 'Look' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
    ],
  },
  { role: 'assistant', parts: [{ text: 'I read' }, { call: 'c1', name: 'read', input }] },
  { role: 'user', parts: [{ result: 'c1', content: 'code' }, { text: 'Go on' }] },
]

const chatCall = { id: 'c1', type: 'function', function: { name: 'read', arguments: JSON.stringify(input) } }
/** The same conversation in one of the forms. */
export const chatMessages = [
  { role: 'system', content: 'You help.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } },
    ],
  },
  { role: 'assistant', content: 'I read', reasoning_content: 'hm', tool_calls: [chatCall] },
  { role: 'tool', tool_call_id: 'c1', content: 'code' },
  { role: 'user', content: 'Go on' },
]
/** The same conversation in one of the forms. */
export const anthropicBody = {
  model: 'claude-x',
  system: [{ type: 'text', text: 'You help.' }],
  tools: [{ name: 'read', input_schema: {} }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: 'I read', cache_control: { type: 'ephemeral' } },
        { type: 'tool_use', id: 'c1', name: 'read', input },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'code' },
        { type: 'text', text: 'Go on', cache_control: { type: 'ephemeral' } },
      ],
    },
  ],
}
/** The same conversation in one of the forms. */
export const responsesBody = {
  model: 'gpt-x',
  instructions: 'You help.',
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look' },
        { type: 'input_image', image_url: `data:image/png;base64,${image}` },
      ],
    },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I read' }] },
    { type: 'function_call', call_id: 'c1', name: 'read', arguments: JSON.stringify(input) },
    { type: 'function_call_output', call_id: 'c1', output: 'code' },
    { type: 'message', role: 'user', content: 'Go on' },
  ],
}
/** The same conversation in one of the forms. */
export const geminiBody = {
  systemInstruction: { parts: [{ text: 'You help.' }] },
  contents: [
    { role: 'user', parts: [{ text: 'Look' }, { inlineData: { mimeType: 'image/png', data: image } }] },
    {
      role: 'model',
      parts: [
        { text: 'hm', thought: true },
        { text: 'I read' },
        { functionCall: { id: 'c1', name: 'read', args: input } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'c1', name: 'read', response: { output: 'code' } } },
        { text: 'Go on' },
      ],
    },
  ],
}
/** The same conversation in one of the forms. */
export const sdkMessages = [
  { role: 'system', content: 'You help.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look' },
      { type: 'file', mediaType: 'image/png', data: image },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'I read' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c1', toolName: 'read', output: { type: 'text', value: 'code' } },
    ],
  },
  { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
]
/** The same conversation in one of the forms. */
export const uiMessages = [
  {
    id: '1',
    role: 'user',
    parts: [
      { type: 'text', text: 'Look' },
      { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${image}` },
    ],
  },
  {
    id: '2',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'I read' },
      { type: 'tool-read', toolCallId: 'c1', state: 'output-available', input, output: 'code' },
    ],
  },
  { id: '3', role: 'user', parts: [{ type: 'text', text: 'Go on' }] },
]
/** The same conversation in one of the forms. */
export const bedrockBody = {
  modelId: 'anthropic.claude',
  system: [{ text: 'You help.' }],
  messages: [
    { role: 'user', content: [{ text: 'Look' }, { image: { format: 'png', source: { bytes: image } } }] },
    {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } },
        { text: 'I read' },
        { toolUse: { toolUseId: 'c1', name: 'read', input } },
      ],
    },
    {
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'c1', content: [{ text: 'code' }], status: 'success' } },
        { text: 'Go on' },
        { cachePoint: { type: 'default' } },
      ],
    },
  ],
}
/** The same conversation in one of the forms. */
export const langChainMessages = [
  { type: 'system', content: 'You help.' },
  {
    type: 'human',
    id: '1',
    content: [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } },
    ],
  },
  {
    type: 'ai',
    id: '2',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'I read' },
      { type: 'tool_use', id: 'c1', name: 'read', input },
    ],
    tool_calls: [{ name: 'read', args: input, id: 'c1', type: 'tool_call' }],
    invalid_tool_calls: [],
  },
  { type: 'tool', content: 'code', tool_call_id: 'c1', status: 'success' },
  { type: 'remove', content: '', id: '9' },
  { type: 'human', content: 'Go on' },
]
const classes = new Map([
  ['system', 'SystemMessage'],
  ['human', 'HumanMessage'],
  ['ai', 'AIMessage'],
  ['tool', 'ToolMessage'],
  ['remove', 'RemoveMessage'],
])
/** The same conversation in one of the forms. */
export const langChainDicts = langChainMessages.map(({ type, ...data }) => ({ type, data }))
/** The same conversation in one of the forms. */
export const langChainDumps = langChainMessages.map(({ type, ...kwargs }) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain', 'schema', 'messages', classes.get(type)],
  kwargs,
}))
