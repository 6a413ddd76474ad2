import { writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { serve } from '../../../platform/llm/testing/serve.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  const folder = join(line.folder, 'task')
  await mkdir(folder)
  const messages = Array.from({ length: 40 }, (_, at) => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `c${at}`, name: 'read_file', input: { path: `${at}.ts` } }],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: `c${at}`, content: `${at} ${'words of a file '.repeat(1000)}` },
      ],
    },
  ]).flat()
  await writeFile(
    join(folder, 'api_conversation_history.json'),
    JSON.stringify([{ role: 'user', content: 'Read it all' }, ...messages]),
  )
})
afterAll(() => line.clean())

const env = { DEWPOINT_KEY_CLAUDE: 'sk-ant-0123456789' }

it('prints both counts side by side, and says first what is sent where', async () => {
  const { url } = await serve('anthropic', [], {
    onCount: () => ({ input_tokens: 15_000, context_management: { original_input_tokens: 170_000 } }),
  })
  await line.run([
    'profiles',
    'add',
    'claude',
    '--vendor',
    'anthropic',
    '--model',
    'claude-opus-4-6',
    '--base-url',
    url,
  ])
  const check = ['condense', 'task', '--arm', 'clear-tool-uses', '--check-with', 'claude']
  const { code, out, err } = await line.run(check, env)
  expect(err).toContain('The whole history goes to the address of the profile claude')
  expect(code).toBe(0)
  expect(out).toMatch(/original +1\d\d,\d{3} +170,000 +−/)
  expect(out).toMatch(/remaining +\d+,\d{3} +15,000/)
  expect(await line.json(check, env)).toMatchObject({
    arm: 'clear-tool-uses',
    vendor: { originalTokens: 170_000, remainingTokens: 15_000 },
  })
})

it('needs a method', async () => {
  const { code, err } = await line.run(['condense', 'task', '--check-with', 'claude'], env)
  expect([code, err]).toEqual([2, expect.stringContaining('A check needs a method')])
})
