import { describe, expect, it } from 'vitest'
import { readDroppedEntries } from './read-dropped-entries.ts'

type Tree = { readonly [name: string]: string | Tree }

/** A fake of the browser's entries, listed two at a time where browsers list a hundred. */
function buildEntries(tree: Tree): FileSystemEntry[] {
  return Object.entries(tree).map(([name, value]) => {
    const entry =
      typeof value === 'string'
        ? {
            isFile: true,
            isDirectory: false,
            name,
            file: (done: (file: File) => void) => done(new File([value], name)),
          }
        : {
            isFile: false,
            isDirectory: true,
            name,
            createReader: () => createFakeReader(buildEntries(value)),
          }
    // The fake has the members that the reader uses, and no more.
    return entry as unknown as FileSystemEntry
  })
}

function createFakeReader(entries: FileSystemEntry[]): Pick<FileSystemDirectoryReader, 'readEntries'> {
  return { readEntries: (done) => done(entries.splice(0, 2)) }
}

describe('reading what was dropped', () => {
  it('takes only the known files of a task folder', async () => {
    const sources = await readDroppedEntries(
      buildEntries({
        task: {
          'api_conversation_history.json': '[]',
          'ui_messages.json': '{}',
          'secret.txt': 'no',
          deep: {},
        },
      }),
    )
    expect(sources).toEqual([
      {
        kind: 'files',
        name: 'task',
        files: [
          { name: 'api_conversation_history.json', text: '[]' },
          { name: 'ui_messages.json', text: '{}' },
        ],
      },
    ])
  })

  it('opens every task folder of a folder, however many the browser lists at a time', async () => {
    const tasks = Object.fromEntries(
      [1, 2, 3, 4, 5].map((n) => [`t${n}`, { 'claude_messages.json': `[${n}]` }]),
    )
    const sources = await readDroppedEntries(buildEntries({ tasks }))
    expect(sources).toHaveLength(5)
  })

  it('treats loose files of one task as one task and any other file that may be a history as one of its own', async () => {
    const together = buildEntries({
      'api_conversation_history.json': '[]',
      'ui_messages.json': '[]',
      'other.json': '[]',
    })
    expect(await readDroppedEntries(together)).toHaveLength(1)
    expect(
      await readDroppedEntries(
        buildEntries({ 'a.json': '[]', 'b.JSON': '[]', 'c.md': '', 'd.jsonl': '{}', 'e.har': '{}' }),
      ),
    ).toHaveLength(4)
  })

  it('sends what holds no history as an empty source, so that the engine can say why', async () => {
    expect(await readDroppedEntries(buildEntries({ 'notes.txt': 'x' }))).toEqual([
      { kind: 'files', name: 'notes.txt', files: [] },
    ])
    expect(await readDroppedEntries([])).toEqual([])
  })

  it('opens the sessions in a folder, and no other file of it', async () => {
    const sources = await readDroppedEntries(
      buildEntries({ projects: { web: { 'a.jsonl': '{}', 'package.json': '{}' }, 'b.jsonl': '{}' } }),
    )
    expect(sources.map((source) => source.kind === 'files' && source.name)).toEqual(['b.jsonl', 'a.jsonl'])
  })

  it('does not descend for ever', async () => {
    const task = { 'api_conversation_history.json': '[]' }
    const sources = await readDroppedEntries(buildEntries({ a: { b: { c: { d: { e: task } } } } }))
    expect(sources).toEqual([{ kind: 'files', name: 'a', files: [] }])
  })
})
