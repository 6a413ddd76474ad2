import { between, seededRandom, type Random } from '../../scripts/sample/random.ts'
import type { Message } from '../../src/shared/kernel/message.ts'
import { writeCode, writeProse } from './write-code.ts'

export type HistoryShape = {
  readonly seed: number
  readonly messages: number
  /** Lines of a file of the workspace, on average; what mainly decides how long the messages are. */
  readonly linesPerFile: number
}

type File = { readonly path: string; lines: string[] }
type Turn = { readonly call: string; readonly header: string; readonly result: string }

/**
 * A long task as an agent of the XML era leaves it: files read again with and without changes, writes, commands
 * with long output, and environment details that change in a line or two. The workspace grows with the task, so
 * a longer history is more of the same. Deterministic.
 */
export function makeHistory({ seed, messages, linesPerFile }: HistoryShape): Message[] {
  const random = seededRandom(seed)
  const files = Array.from({ length: Math.max(4, Math.round(messages / 24)) }, (_, index) => ({
    path: `src/area-${index % 12}/module-${index}.ts`,
    lines: writeCode(
      random,
      between(random, Math.ceil(linesPerFile / 3), Math.floor((linesPerFile * 5) / 3)),
    ),
  }))
  const history: Message[] = [first(random, files)]
  while (history.length < messages) {
    const turn = takeTurn(random, files)
    const ts = 1_760_000_000_000 + history.length * 9000
    history.push({ role: 'assistant', content: [text(`${writeProse(random, 2)}\n\n${turn.call}`)], ts })
    if (history.length === messages) break
    const content = [text(turn.header), text(turn.result), text(environment(random, files, history.length))]
    history.push({ role: 'user', content, ts: ts + 4000 })
  }
  return history
}

/** Characters of a history as its file has them, without indentation. */
export function charsOf(messages: readonly Message[]): number {
  return JSON.stringify(messages).length
}

function text(value: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: value }
}

function first(random: Random, files: readonly File[]): Message {
  const task = `<task>\n${writeProse(random, 6)}\n</task>`
  return { role: 'user', content: [text(task), text(environment(random, files, 0))], ts: 1_760_000_000_000 }
}

function takeTurn(random: Random, files: readonly File[]): Turn {
  const file = files[between(random, 0, files.length - 1)]
  if (file === undefined) throw new Error('a workspace has files')
  const chance = random()
  if (chance < 0.45) return read(file)
  if (chance < 0.6) return edit(random, file)
  if (chance < 0.7) return write(random, file)
  return command(random, file)
}

function read({ path, lines }: File): Turn {
  return {
    call: `<read_file>\n<args>\n<file>\n<path>${path}</path>\n</file>\n</args>\n</read_file>`,
    header: `[read_file for '${path}'] Result:`,
    result: `<files>\n<file><path>${path}</path>\n<content lines="1-${lines.length}">\n${lines.join('\n')}\n</content>\n</file>\n</files>`,
  }
}

/** Changes the file, so that the next read of it is a near-repeat. */
function edit(random: Random, file: File): Turn {
  const at = between(random, 0, file.lines.length - 1)
  const next = writeCode(random, 2)
  const before = file.lines[at] ?? ''
  file.lines = [...file.lines.slice(0, at), ...next, ...file.lines.slice(at + 1)]
  const diff = `<<<<<<< SEARCH\n:start_line:${at + 1}\n-------\n${before}\n=======\n${next.join('\n')}\n>>>>>>> REPLACE`
  return {
    call: `<apply_diff>\n<path>${file.path}</path>\n<diff>\n${diff}\n</diff>\n</apply_diff>`,
    header: `[apply_diff for '${file.path}'] Result:`,
    result: `<file_write_result>\n<path>${file.path}</path>\n<operation>modified</operation>\n</file_write_result>`,
  }
}

function write(random: Random, file: File): Turn {
  file.lines = [...file.lines.slice(0, -4), ...writeCode(random, 8)]
  return {
    call: `<write_to_file>\n<path>${file.path}</path>\n<content>\n${file.lines.join('\n')}\n</content>\n<line_count>${file.lines.length}</line_count>\n</write_to_file>`,
    header: `[write_to_file for '${file.path}'] Result:`,
    result: `<file_write_result>\n<path>${file.path}</path>\n<operation>modified</operation>\n</file_write_result>`,
  }
}

function command(random: Random, file: File): Turn {
  const passed = between(random, 3, Math.max(4, file.lines.length))
  const report = Array.from(
    { length: passed },
    (_, index) => ` ✓ ${file.path} > case ${index + 1} (${between(random, 1, 99)} ms)`,
  )
  const failure =
    random() < 0.3 ? ['', ' FAIL  expected 3 to be 4 // Object.is equality', ...file.lines.slice(0, 6)] : []
  return {
    call: `<execute_command>\n<command>npx vitest run ${file.path}</command>\n</execute_command>`,
    header: `[execute_command for 'npx vitest run ${file.path}'] Result:`,
    result: `Command executed in terminal. Exit code: ${failure.length === 0 ? 0 : 1}\nOutput:\n${[...report, ...failure].join('\n')}`,
  }
}

function environment(random: Random, files: readonly File[], index: number): string {
  const open = files.slice(index % 7, (index % 7) + 3).map(({ path }) => path)
  const cost = (index * 0.0137).toFixed(2)
  return [
    '<environment_details>',
    '# VSCode Visible Files',
    ...open,
    '',
    '# Current Time',
    `2025-10-09T08:${String(between(random, 10, 59))}:${String(between(random, 10, 59))}.000Z`,
    '',
    '# Current Cost',
    `$${cost}`,
    '',
    '# Current Mode',
    '<slug>code</slug>',
    '<name>💻 Code</name>',
    '</environment_details>',
  ].join('\n')
}
