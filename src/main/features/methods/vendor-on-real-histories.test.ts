import { beforeAll, describe, expect, it } from 'vitest'
import type { Conversation } from '../../kernel/conversation.ts'
import { hasRealHistories } from '../../kernel/testing/real-histories.ts'
import { runOn } from '../../kernel/testing/run-on.ts'
import { unsoundOutcome } from '../../kernel/testing/unsound-places.ts'
import { vendorMethod } from '../../methods/vendors/vendor.ts'
import { createTestModel } from '../../platform/llm/testing/ask.ts'
import { compactionReply, compactReply } from '../../platform/llm/testing/compaction-replies.ts'
import { anthropicFaults, responsesFaults } from '../../platform/llm/testing/message-rules.ts'
import type { Reply, SeenRequest } from '../../platform/llm/testing/model-server.ts'
import { serve } from '../../platform/llm/testing/serve.ts'
import { historiesOfAgents } from '../../testing/histories-of-agents.ts'

let histories: ReadonlyMap<string, Conversation> = new Map()
beforeAll(async () => {
  histories = await historiesOfAgents()
})

/** Takes only what keeps every rule of its vendor, and compacts it. */
function strictly(faultsOf: (body: SeenRequest['body']) => string[], reply: (request: SeenRequest) => Reply) {
  return (request: SeenRequest): Reply => {
    const [fault] = faultsOf(request.body)
    return fault === undefined
      ? reply(request)
      : { kind: 'error', status: 400, type: 'invalid_request_error', message: fault }
  }
}

const byAnthropic = strictly(
  ({ messages }) => anthropicFaults(messages),
  () => compactionReply({ content: 'In short.' }),
)
const byOpenAi = strictly(
  ({ input }) => responsesFaults(input),
  ({ body }) => {
    const items = body['input'] as readonly { readonly role?: string }[]
    const kept = items.flatMap((item) => (item.role === 'user' ? [{ type: 'message', ...item }] : []))
    return compactReply([...kept, { type: 'compaction', id: 'cmp', encrypted_content: 'gAAA' }])
  },
)

describe.skipIf(!hasRealHistories).each([
  ['anthropic-compact', 'anthropic', byAnthropic],
  ['anthropic-summarize', 'anthropic', byAnthropic],
  ['openai-compact', 'openai-responses', byOpenAi],
] as const)('%s on a server that keeps the rules', (primitive, protocol, script) => {
  it('takes the histories of every agent, and gives sound results', async () => {
    const server = await serve(protocol, script)
    const model = createTestModel(protocol, server.url)
    const faults: string[] = []
    for (const [path, source] of histories) {
      const outcome = await runOn(vendorMethod, { primitive }, source, null, model)
      const { error, reason } = outcome.summary
      const isExpected =
        error === null
          ? reason === '' || /50,000 tokens|two messages/.test(reason)
          : ['context-grew', 'vendor-sealed-history'].includes(error.code)
      if (!isExpected) faults.push(`${path}: ${error?.message ?? reason}`)
      faults.push(...unsoundOutcome(source, outcome).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
    expect(server.requests.length).toBeGreaterThan(primitive === 'anthropic-compact' ? 5 : 20)
  })
})
