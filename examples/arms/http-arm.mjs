/*
 * An external arm behind an address: `node http-arm.mjs [port]` answers `POST /` on 127.0.0.1 and prints its address.
 * Format: anthropic. It clears all but the newest results. Setting: keep, 3 where it is left out.
 */
import { createServer } from 'node:http'

const [port = '0'] = process.argv.slice(2)

const clearOld = ({ messages, settings: { keep = 3 } }) => {
  const isResult = (block) => block.type === 'tool_result'
  const ids = messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter(isResult).map((block) => block.tool_use_id) : [],
  )
  const old = new Set(ids.slice(0, Math.max(0, ids.length - keep)))
  const clear = (block) =>
    isResult(block) && old.has(block.tool_use_id) ? { ...block, content: '[cleared]' } : block
  return messages.map((message) =>
    Array.isArray(message.content) ? { ...message, content: message.content.map(clear) } : message,
  )
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const messages = clearOld(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ messages, usage: { costUsd: 0 } }))
  } catch (error) {
    response.statusCode = 400
    response.end(error instanceof Error ? error.message : String(error))
  }
})

server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`)
})
