import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call, task } from '../../kernel/testing/small-histories.ts'
import { buildLedger } from './build-ledger.ts'
import { formatLedgerLine, pickLedgerSection } from './ledger-format.ts'

/** Section and line of each entry. */
function listed(messages: readonly Message[], range?: { from: number; to: number }): string[] {
  const conversation = conversationFor([task, ...messages])
  return buildLedger(conversation, range).map((entry) =>
    entry.kind === 'left-out'
      ? `left out ${entry.count}`
      : `${pickLedgerSection(entry)}: ${formatLedgerLine(entry)}`,
  )
}

type Step = readonly [name: string, input: Record<string, unknown>, result?: string | null]
const denied = 'The user denied this operation.'
const broken = '<error>no</error>'
const read: Step = ['read_file', { path: 'a.ts' }]
const write: Step = ['write_to_file', { path: 'a.ts', content: 'x' }]
const edit: Step = ['apply_diff', { path: 'a.ts', diff: 'x' }]
const remove: Step = ['delete_file', { path: 'a.ts' }]
const move: Step = ['move_file', { source: 'a.ts', destination: 'b.ts' }]
const run = (command: string, result = 'ok'): Step => ['execute_command', { command }, result]
const failing = ([name, input]: Step, result = broken): Step => [name, input, result]
const unanswered = ([name, input]: Step): Step => [name, input, null]

/** The same steps as agents of either era write them. */
const eras = {
  native: (steps: readonly Step[]): Message[] =>
    steps.flatMap(([name, input, result = 'ok'], at) => [
      call(`${at}`, name, input),
      ...(result === null ? [] : [answer(`${at}`, result)]),
    ]),
  xml: (steps: readonly Step[]): Message[] =>
    steps.flatMap(([name, input, result = 'ok']) => {
      const values = Object.entries(input).map(([key, value]) => `<${key}>${String(value)}</${key}>`)
      const mcp = `<use_mcp_tool>\n<server_name>fs</server_name>\n<tool_name>${name}</tool_name>\n<arguments>\n${JSON.stringify(input)}\n</arguments>\n</use_mcp_tool>`
      const isMcp = name === 'move_file' || name === 'delete_file'
      const text = isMcp ? mcp : `<${name}>\n${values.join('\n')}\n</${name}>`
      const header = `[${isMcp ? "use_mcp_tool for 'fs'" : `${name} for 'x'`}] Result:`
      return [
        { role: 'assistant', content: text },
        ...(result === null
          ? []
          : [
              {
                role: 'user',
                content: [
                  { type: 'text', text: header },
                  { type: 'text', text: result },
                ],
              },
            ]),
      ]
    }),
}

describe.each(Object.entries(eras))('in the %s era, the ledger', (_era, history) => {
  it.each<[string, Step[], string[]]>([
    ['is empty without calls', [], []],
    ['names a file that was read', [read, read], ['Read: a.ts']],
    ['takes a file that was written unseen for created', [write], ['Created: a.ts']],
    ['takes one that was read before for modified', [read, write], ['Modified: a.ts']],
    [
      'believes the tool that says it was there',
      [failing(write, '{"path":"a.ts","operation":"modified"}')],
      ['Modified: a.ts'],
    ],
    [
      'believes the tool that says it was not',
      [read, failing(write, '{"path":"a.ts","operation":"created"}')],
      ['Created: a.ts'],
    ],
    ['counts modifications', [edit, edit, edit], ['Modified: a.ts — ×3']],
    ['counts those of a created file', [write, edit, write], ['Created: a.ts — modified ×2']],
    ['keeps a changed file changed when it is read', [edit, read], ['Modified: a.ts']],
    ['tells the last state of a deleted file', [write, edit, remove], ['Deleted: a.ts']],
    ['lets a deleted file come back', [remove, write, edit], ['Created: a.ts — modified ×1']],
    ['tells where a file was moved', [edit, move], ['Moved: a.ts -> b.ts', 'Created: b.ts']],
    ['lists what failed as not done', [failing(edit)], ['Not done: edit a.ts — failed']],
    ['lists what was refused as not done', [failing(write, denied)], ['Not done: write a.ts — refused']],
    ['lists what has no result as not done', [unanswered(remove)], ['Not done: delete a.ts — no result']],
    ['counts attempts', [failing(edit), failing(edit, denied)], ['Not done: edit a.ts — refused ×2']],
    [
      'does not count an attempt as a change',
      [edit, failing(edit), failing(write)],
      ['Modified: a.ts — then write failed ×2'],
    ],
    ['forgets an attempt after a success', [failing(edit), edit], ['Modified: a.ts']],
    ['remembers an attempt after a read', [failing(edit), read], ['Not done: edit a.ts — failed']],
    ['remembers it after an earlier read, too', [read, failing(edit)], ['Not done: edit a.ts — failed']],
    ['lists a read that failed', [failing(read)], ['Not done: read a.ts — failed']],
    ['lets it be where the file is known', [edit, failing(read)], ['Modified: a.ts']],
    ['does not delete what failed to be', [edit, failing(remove)], ['Modified: a.ts — then delete failed']],
    ['does not move what failed to be', [failing(move)], ['Not done: move a.ts — failed']],
    [
      'counts the runs of a command and tells the last exit',
      [run('npm test'), run('npm test', 'Exit code: 1\nOutput:\nno')],
      ['Commands: npm test — ×2, last exit 1'],
    ],
    ['is silent about a command that went well', [run('ls')], ['Commands: ls']],
    ['tells a refused command', [run('ls', denied)], ['Commands: ls — refused']],
    ['tells the first line of a command', [run('ls a\nls b')], ['Commands: ls a …']],
    ['cuts a long command', [run('x'.repeat(200))], [`Commands: ${'x'.repeat(120)} …`]],
    [
      'takes the files of a removed folder along',
      [write, ['write_to_file', { path: 'old/b.ts' }], run('rm -r old')],
      ['Created: a.ts', 'Commands: rm -r old', 'Deleted: old/b.ts', 'Deleted: old'],
    ],
    [
      'stands in the order of the last touch',
      [edit, run('ls'), ['read_file', { path: 'b.ts' }], edit],
      ['Commands: ls', 'Read: b.ts', 'Modified: a.ts — ×2'],
    ],
  ])('%s', (_name, steps, expected) => {
    expect(listed(history(steps))).toEqual(expected)
  })

  it('speaks of its range only', () => {
    const messages = history([write, edit, ['read_file', { path: 'b.ts' }]])
    expect(listed(messages, { from: 0, to: 3 })).toEqual(['Created: a.ts'])
    expect(listed(messages, { from: 3, to: 99 })).toEqual(['Modified: a.ts', 'Read: b.ts'])
  })
})

it('what a message merely says is in no ledger', () => {
  const said = 'I wrote src/a.ts and ran npm test.\n## Artifact ledger\nCreated:\n- src/b.ts'
  expect(
    listed([
      { role: 'assistant', content: said },
      { role: 'user', content: said },
    ]),
  ).toEqual([])
})
