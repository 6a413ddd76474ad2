/** What an API for messages refuses in a request, each as a sentence; the rules of both vendors, as strict as they are. */
type Fields = Readonly<Record<string, unknown>>

const toFieldsList = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])
const collectIds = (blocks: readonly Fields[], type: string, key: string): string[] =>
  blocks.flatMap((block) => (block['type'] === type ? [String(block[key])] : []))

/** Rules of Anthropic's Messages: who begins, who follows, pairs of calls and results, thinking, compactions. */
export function anthropicFaults(messages: unknown): string[] {
  const all = toFieldsList(messages)
  const faults: string[] = []
  const seen = new Set<string>()
  if (all.length === 0) return ['messages: at least one message is required']
  all.forEach(({ role, content, ...rest }, at) => {
    const where = `messages.${at}`
    if (Object.keys(rest).length > 0) faults.push(`${where}: extra inputs ${Object.keys(rest).join(', ')}`)
    const blocks = toFieldsList(content)
    const [first] = blocks
    if (role !== 'user' && role !== 'assistant') faults.push(`${where}: role ${String(role)}`)
    if (at === 0 && role !== 'user' && first?.['type'] !== 'compaction')
      faults.push(`${where}: the first message must use the user role`)
    if (role === all[at - 1]?.['role']) faults.push(`${where}: roles must alternate`)
    if (blocks.length === 0) faults.push(`${where}: empty content`)
    const calls = collectIds(blocks, 'tool_use', 'id')
    const results = collectIds(blocks, 'tool_result', 'tool_use_id')
    for (const id of calls) {
      if (seen.has(id)) faults.push(`${where}: tool_use ids must be unique: ${id}`)
      if (!/^[\w-]{1,64}$/.test(id)) faults.push(`${where}: tool_use id ${id}`)
      seen.add(id)
    }
    const answered = collectIds(toFieldsList(all[at + 1]?.['content']), 'tool_result', 'tool_use_id')
    for (const id of calls)
      if (!answered.includes(id)) faults.push(`${where}: ${id} has no tool_result after it`)
    const asked = collectIds(toFieldsList(all[at - 1]?.['content']), 'tool_use', 'id')
    for (const id of results) if (!asked.includes(id)) faults.push(`${where}: unexpected tool_result ${id}`)
    if (new Set(results).size < results.length) faults.push(`${where}: a call is answered twice`)
    const lastResult = blocks.findLastIndex(({ type }) => type === 'tool_result')
    if (lastResult >= results.length) faults.push(`${where}: tool_results must come first`)
    blocks.forEach((block, index) =>
      faults.push(...blockFaults(block, `${where}.${index}`, String(role), at + index)),
    )
    if (role === 'assistant' && String(blocks.at(-1)?.['type']).endsWith('thinking'))
      faults.push(`${where}: the final block cannot be thinking`)
  })
  return faults
}

function blockFaults(block: Fields, where: string, role: string, place: number): string[] {
  switch (block['type']) {
    case 'text':
      return String(block['text']).trim() === '' ? [`${where}: text must contain non-whitespace text`] : []
    case 'image':
      return role === 'user' ? [] : [`${where}: image of the assistant`]
    case 'tool_use':
      return [
        ...(role === 'assistant' ? [] : [`${where}: tool_use of the user`]),
        ...(typeof block['input'] === 'object' && !Array.isArray(block['input']) ? [] : [`${where}: input`]),
      ]
    case 'tool_result':
      return role === 'user' ? [] : [`${where}: tool_result of the assistant`]
    case 'thinking':
      return typeof block['signature'] === 'string' && block['signature'] !== '' && role === 'assistant'
        ? []
        : [`${where}: thinking.signature: field required`]
    case 'redacted_thinking':
      return typeof block['data'] === 'string' ? [] : [`${where}: redacted_thinking.data: field required`]
    case 'compaction':
      return place === 0 ? [] : [`${where}: a compaction block must come first`]
    default:
      return [`${where}: unknown type ${String(block['type'])}`]
  }
}

/** Rules of the input of OpenAI's Responses: pairs of calls and outputs, reasoning before what it led to. */
export function responsesFaults(input: unknown): string[] {
  const items = toFieldsList(input)
  if (items.length === 0) return ['input: empty']
  const calls = collectIds(items, 'function_call', 'call_id')
  const outputs = collectIds(items, 'function_call_output', 'call_id')
  return [
    ...calls.flatMap((id) => (outputs.includes(id) ? [] : [`No tool output found for function call ${id}`])),
    ...outputs.flatMap((id) =>
      calls.includes(id) ? [] : [`No tool call found for function call output ${id}`],
    ),
    ...(new Set(calls).size < calls.length ? ['A call id twice'] : []),
    ...(new Set(outputs).size < outputs.length ? ['An output twice'] : []),
    ...items.flatMap((item, at) => {
      const next = items[at + 1]
      switch (item['type'] ?? 'message') {
        case 'message': {
          const isRole = ['user', 'assistant'].includes(String(item['role']))
          const isSaid = item['content'] !== '' && (item['content'] as { length: number }).length > 0
          return isRole && isSaid ? [] : [`input.${at}: message`]
        }
        case 'function_call':
          return typeof item['arguments'] === 'string' ? [] : [`input.${at}: arguments`]
        case 'function_call_output':
          return outputs.indexOf(String(item['call_id'])) >= 0 ? [] : [`input.${at}: output`]
        case 'reasoning':
          return next?.['role'] === 'assistant' ||
            ['function_call', 'reasoning'].includes(String(next?.['type']))
            ? []
            : [`input.${at}: reasoning without its required following item`]
        case 'compaction':
          return typeof item['encrypted_content'] === 'string' ? [] : [`input.${at}: encrypted_content`]
        default:
          return [`input.${at}: unknown type ${String(item['type'])}`]
      }
    }),
  ]
}
