import { describe, expect, it } from 'vitest'
import { condense, type AskModel } from './index.ts'

describe('a loop that condenses what was condensed', () => {
  /** Runs steps of an agent that condenses before each, and gives what it has at the end and what its model was asked. */
  async function loop(preset: string, steps: number) {
    const asked: string[] = []
    const model: AskModel = ({ messages }) => {
      asked.push(JSON.stringify(messages))
      return Promise.resolve(`SUMMARY ${asked.length}.`)
    }
    let messages: object[] = [{ role: 'user', content: 'Never edit src/generated.' }]
    for (let at = 0; at < steps; at += 1) {
      const result = await condense(messages, { preset, model, atTokens: 2000, format: 'anthropic' })
      messages = [
        ...result.messages,
        { role: 'assistant', content: [{ type: 'tool_use', id: `call_${at}`, name: 'read', input: { at } }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `call_${at}`, content: `line ${at} `.repeat(200) }],
        },
      ]
    }
    return { asked, text: JSON.stringify(messages) }
  }

  it.each(['codex-local', 'claude-code', 'opencode', 'roo-current', 'openhands'])(
    'keeps one summary, made of the one before, by %s',
    async (preset) => {
      const { asked, text } = await loop(preset, 30)
      expect(asked.length).toBeGreaterThan(2)
      expect(text.match(/SUMMARY \d+\./g)).toEqual([`SUMMARY ${asked.length}.`])
      expect(asked.at(-1)).toContain(`SUMMARY ${asked.length - 1}.`)
    },
  )
})

it('ends with its signal although the model goes on', async () => {
  const messages = Array.from({ length: 20 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${at} `.repeat(200),
  }))
  const controller = new AbortController()
  const model: AskModel = () => {
    controller.abort(new Error('stopped by hand'))
    return new Promise(() => undefined)
  }
  const running = condense(messages, { preset: 'codex-local', model, signal: controller.signal })
  await expect(running).rejects.toThrow('stopped by hand')
})
