import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { read, task } from '../../../kernel/testing/small-histories.ts'
import { startNgramServer, type NgramServer } from '../../../platform/llm/testing/ngram-server.ts'

let line: CommandLine
let server: NgramServer
beforeAll(async () => {
  line = await makeCommandLine()
  server = await startNgramServer()
  const messages: Message[] = [task]
  for (const [index, name] of ['parser', 'lexer', 'printer', 'parser', 'lexer', 'printer'].entries())
    messages.push(...read(`t${index}`, `src/${name}-of-the-house.ts`, `export const ${name} = ${index}`))
  await mkdir(join(line.folder, 'task'))
  await writeFile(join(line.folder, 'task', 'api_conversation_history.json'), JSON.stringify(messages))
  await writeFile(
    join(line.folder, 'scored.yaml'),
    `name: scored
tasks: [./task]
checkpoints: { at: [0.6] }
variants: [{ id: base, provider: sliding-window }]
metrics: [reduction, likelihood]
likelihood: { profile: local, actions: 2 }
`,
  )
  const { url } = server
  const added = [
    'profiles',
    'add',
    'local',
    '--vendor',
    'openai-compatible',
    '--model',
    'tiny',
    '--base-url',
    url,
  ]
  await line.run([...added, '--input-price', '0', '--output-price', '0'])
})
afterAll(async () => {
  await server.close()
  await line.clean()
})

describe('dewpoint experiment', () => {
  it('prices likelihoods before, and shows what they rest on by cell', async () => {
    const estimate = await line.run(['experiment', 'run', 'scored.yaml', '--estimate'])
    expect(estimate.out).toMatch(/model calls\s+3\n/)
    expect(server.paths).toEqual([])
    expect(await line.run(['experiment', 'run', 'scored.yaml'])).toMatchObject({ code: 0 })
    const { out } = await line.run(['experiment', 'show', 'scored', '--cell', 'base'])
    expect(out).toMatch(/^base\/[^\n]+@\d+\/1\nreduction: /)
    expect(out).toMatch(/next-action-likelihood: −?\d+\.\d\d\n {2}The actions take [\d.]+ bits after nothing/)
    expect(out).toContain('read_file {"path":"src/')
    expect(out).toContain('By local (tiny) (vLLM 0.99.0)')
  })

  it('has the same as JSON, and says how cells are named', async () => {
    expect(await line.json(['experiment', 'show', 'scored', '--cell', 'base'])).toMatchObject([
      { measured: [{ metric: 'reduction' }, { evidence: { kind: 'likelihood' } }] },
    ])
    const { code, err } = await line.run(['experiment', 'show', 'scored', '--cell', 'other'])
    expect(code).not.toBe(0)
    expect(err).toMatch(/no cell other.*such as base\//s)
  })
})
