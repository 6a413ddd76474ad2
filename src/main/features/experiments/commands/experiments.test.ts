import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { read, task } from '../../../kernel/testing/small-histories.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  const messages: Message[] = [task]
  for (const [index, name] of ['parser', 'lexer', 'printer', 'parser', 'lexer', 'printer'].entries())
    messages.push(...read(`t${index}`, `src/${name}-of-the-house.ts`, `export const ${name} = ${index}`))
  await mkdir(join(line.folder, 'task'))
  await writeFile(join(line.folder, 'task', 'api_conversation_history.json'), JSON.stringify(messages))
  await writeFile(
    join(line.folder, 'small.yaml'),
    `name: small
tasks: [./task]
checkpoints: { at: [0.6] }
variants: [{ id: base, provider: sliding-window }]
metrics: [reduction, artifact-recall]
`,
  )
})
afterAll(() => line.clean())

describe('dewpoint experiment', () => {
  it('shows what the figures of a cell rest on', async () => {
    expect(await line.run(['experiment', 'run', 'small.yaml'])).toMatchObject({ code: 0 })
    const { out } = await line.run(['experiment', 'show', 'small', '--cell', 'base'])
    expect(out).toMatch(/^base\/[^\n]+@\d+\/1\nreduction: /)
    expect(out).toContain('\nartifact-recall: ')
  })

  it('has the same as JSON, and says how cells are named', async () => {
    expect(await line.json(['experiment', 'show', 'small', '--cell', 'base'])).toMatchObject([
      { measured: [{ metric: 'reduction' }, { metric: 'artifact-recall', evidence: { kind: 'artifacts' } }] },
    ])
    const { code, err } = await line.run(['experiment', 'show', 'small', '--cell', 'other'])
    expect(code).not.toBe(0)
    expect(err).toMatch(/no cell other.*such as base\//s)
  })

  it('refuses a file of an earlier version that measures likelihoods, and says what to ask for', async () => {
    const old = join(line.folder, 'old.yaml')
    const text = await readFile(join(line.folder, 'small.yaml'), 'utf8')
    const instead =
      'the likelihood of the next actions is no longer measured. Leave it out, or ask for head-start'
    await writeFile(old, `${text}likelihood: { profile: local }\n`)
    const named = await line.run(['experiment', 'check', 'old.yaml'])
    expect(named.code).not.toBe(0)
    expect(named.err).toContain(`There is no key likelihood here: ${instead}`)
    await writeFile(old, text.replace('artifact-recall', 'likelihood'))
    const measured = await line.run(['experiment', 'check', 'old.yaml'])
    expect(measured.err).toContain(`There is no metric or group of metrics likelihood: ${instead}`)
  })
})
