import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createSourceGuard } from '../../platform/files/source-guard.ts'
import { setUpPdf } from './pdf.ts'

const guard = createSourceGuard({ known: async () => ({ sources: [], folders: [] }), wide: [] })

type Handler = (event: { readonly senderFrame: unknown }, request: unknown) => Promise<unknown>

const page = { senderFrame: { url: 'app://dewpoint/index.html', parent: null } }
const request = { text: '<p>x</p>', fileName: 'a-b.html' }

function setUp(filePath: string, print = async (): Promise<Uint8Array> => Buffer.from('%PDF')) {
  const handle = vi.fn<(channel: string, handler: Handler) => void>()
  const showSaveDialog = vi.fn<(...args: unknown[]) => Promise<object>>(async () => ({
    canceled: filePath === '',
    filePath,
  }))
  // The members that it asks for, recorded.
  setUpPdf({ ipcMain: { handle }, dialog: { showSaveDialog }, window: () => ({}), print, guard } as never)
  const [, handler] = handle.mock.calls[0] ?? []
  return { showSaveDialog, call: async (event: object, value: unknown) => handler?.(event as never, value) }
}

it('writes what was printed to the file that was chosen', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-pdf-'))
  const { call, showSaveDialog } = setUp(join(folder, 'x.pdf'))
  expect(await call(page, request)).toEqual({ kind: 'saved' })
  expect(await readFile(join(folder, 'x.pdf'), 'utf8')).toBe('%PDF')
  expect(showSaveDialog.mock.calls[0]?.[1]).toMatchObject({ defaultPath: 'a-b.pdf' })
  await rm(folder, { recursive: true })
})

it.each([
  ['another page', { senderFrame: { url: 'app://report/x', parent: null } }],
  ['a frame inside the page', { senderFrame: { url: 'app://dewpoint/index.html', parent: {} } }],
  ['a frame that is gone', { senderFrame: null }],
])('gives %s no answer', async (_, event) => {
  const { call, showSaveDialog } = setUp('/nowhere/x.pdf')
  await expect(call(event, request)).rejects.toThrow('Only the page')
  expect(showSaveDialog).not.toHaveBeenCalled()
})

it.each([{ ...request, fileName: '../x' }, { ...request, fileName: 'a/b' }, { fileName: 'x' }, 'text', null])(
  'refuses %j',
  async (value) => {
    await expect(setUp('/nowhere/x.pdf').call(page, value)).rejects.toThrow(/invalid|expected/i)
  },
)

it('says why it failed', async () => {
  const print = vi.fn<() => Promise<Uint8Array>>(async () => {
    throw new Error('no printer')
  })
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-pdf-'))
  expect(await setUp(join(folder, 'x.pdf'), print).call(page, request)).toEqual({
    kind: 'failed',
    message: 'The PDF could not be written: no printer',
  })
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
  expect(await setUp('/nowhere/x.pdf', print).call(page, request)).toEqual({
    kind: 'failed',
    message: 'The PDF could not be written: The folder to write to does not exist. Create it first.',
  })
  expect(print).toHaveBeenCalledTimes(1)
})

it('writes nothing into a task', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-pdf-'))
  await writeFile(join(folder, 'ui_messages.json'), '[]')
  for (const name of ['ui_messages.json', 'x.pdf']) {
    expect(await setUp(join(folder, name)).call(page, request)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Nothing is ever written into the source.'),
    })
  }
  expect(await readdir(folder)).toEqual(['ui_messages.json'])
  expect(await readFile(join(folder, 'ui_messages.json'), 'utf8')).toBe('[]')
  await rm(folder, { recursive: true })
})
