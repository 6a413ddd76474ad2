import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { removeOwnFolders } from '../../platform/files/leftovers.ts'
import { setUpDragOut } from './drag-out.ts'

afterAll(() => removeOwnFolders('drag'))

type Item = { readonly file: string; readonly icon: unknown }
type Handler = (event: object, request: unknown) => Promise<void>

const page = { url: 'app://dewpoint/index.html', parent: null }

/** The handler, and what was handed to the system. */
function setUp() {
  const handle = vi.fn<(channel: string, handler: Handler) => void>()
  const dragged: Item[] = []
  setUpDragOut({
    ipcMain: { handle },
    app: { getFileIcon: async () => 'icon' },
    guard: { check: async () => undefined },
  } as never)
  const [, handler] = handle.mock.calls[0] ?? []
  const sender = { startDrag: (item: Item) => dragged.push(item) }
  return {
    dragged,
    call: async (senderFrame: unknown, request: unknown) => handler?.({ senderFrame, sender }, request),
  }
}

it('hands the system a file with the name and the text, beside others of the same name', async () => {
  const { call, dragged } = setUp()
  await call(page, { fileName: 'report.html', text: 'one' })
  await call(page, { fileName: 'report.html', text: 'two' })
  expect(dragged.map(({ file }) => [basename(file), readFileSync(file, 'utf8')])).toEqual([
    ['report.html', 'one'],
    ['report.html', 'two'],
  ])
})

it.each([
  ['another page', { url: 'app://report/x', parent: null }],
  ['a frame inside the page', { ...page, parent: {} }],
])('gives %s nothing', async (_, frame) => {
  const { call, dragged } = setUp()
  await expect(call(frame, { fileName: 'x.html', text: 'x' })).rejects.toThrow('Only the page')
  expect(dragged).toEqual([])
})

it.each([{ fileName: '../x', text: '' }, { fileName: 'a/b', text: '' }, { fileName: 'x' }, null])(
  'refuses %j',
  async (request) => {
    await expect(setUp().call(page, request)).rejects.toThrow(/invalid|expected/i)
  },
)
