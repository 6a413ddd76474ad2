import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from './import-task.ts'
import { chat, expectImportFailure, history, putInto, type Content } from './testing/task-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-import-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const put = (files: Readonly<Record<string, Content>>): Promise<string> => putInto(folder, files)

async function hashes(): Promise<readonly string[]> {
  const names = await readdir(folder)
  return Promise.all(
    names.sort().map(
      async (name) =>
        `${name} ${createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex')}`,
    ),
  )
}

describe('a task folder', () => {
  it('gives messages, usage and what is known about the task', async () => {
    const path = await put({
      'api_conversation_history.json': JSON.stringify(history, null, '\t'),
      'ui_messages.json': chat,
      'task_metadata.json': { workspace: '/recorded' },
    })
    expect(await importTask(path)).toEqual({
      format: 'roo-task',
      path,
      title: 'Fix the bug',
      agent: 'roo',
      model: 'vendor/model',
      workspace: '/recorded',
      messages: history,
      style: { indent: '\t', bom: false, trailing: '', fileSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      hiddenRange: null,
      usage: {
        requests: [{ ts: 1001, tokensIn: 100, tokensOut: 5, costUsd: 0.5 }],
        condensations: [{ ts: 9000, tokensBefore: 90, tokensAfter: 10, costUsd: 0.1 }],
      },
      relations: { parentId: null, childIds: [] },
      sessionKey: `roo:${basename(path)}`,
      problems: [],
      lastActivityTs: 9000,
      result: null,
    })
  })

  it.each([
    [
      'the words that the chat window shows',
      [{ ts: 1, type: 'say', say: 'text', text: '@problems' }],
      '@problems',
    ],
    [
      'the task of Cline’s chat window',
      [{ ts: 1, type: 'say', say: 'task', text: 'Look here' }],
      'Look here',
    ],
    [
      'the history where the chat begins otherwise',
      [{ ts: 1, say: 'api_req_started', text: '{}' }],
      'Workspace Problems',
    ],
    [
      'the history where the chat shows an image alone',
      [{ ts: 1, say: 'text', images: ['x'] }],
      'Workspace Problems',
    ],
  ])('is called by %s', async (_, lines, title) => {
    const path = await put({
      'api_conversation_history.json': [{ role: 'user', content: '<task>\nWorkspace Problems\n</task>' }],
      'ui_messages.json': lines,
    })
    expect((await importTask(path)).title).toBe(title)
  })

  it('of Cline hides what Cline no longer sends', async () => {
    const path = await put({
      'api_conversation_history.json': history,
      'ui_messages.json': [{ ts: 1, type: 'say', conversationHistoryDeletedRange: [1, 1] }],
    })
    const cline = (await importTask(path)).agent
    expect(cline).toBe('roo')
    await put({
      'api_conversation_history.json': JSON.stringify(history).replace('<slug>code</slug>', 'ACT MODE'),
    })
    expect(await importTask(path)).toMatchObject({
      format: 'cline-task',
      agent: 'cline',
      hiddenRange: { start: 1, end: 1 },
    })
  })

  it('is recognised by the storage that it lies in', async () => {
    const inside = join(folder, 'globalStorage', 'kilocode.kilo-code', 'tasks', 'one')
    await mkdir(inside, { recursive: true })
    await writeFile(join(inside, 'api_conversation_history.json'), JSON.stringify(history))
    expect(await importTask(inside)).toMatchObject({ format: 'roo-task', agent: 'kilo' })
  })

  it('may lack everything but the history', async () => {
    const path = await put({ 'api_conversation_history.json': history })
    const task = await importTask(path)
    expect(task).toMatchObject({
      usage: { requests: [], condensations: [] },
      problems: [],
      lastActivityTs: 3000,
    })
  })

  it('may hold the history under its old name, which is left alone', async () => {
    const path = await put({ 'claude_messages.json': history, 'ui_messages.json': chat })
    const before = await hashes()
    expect(await importTask(path)).toMatchObject({
      messages: history,
      usage: { requests: [{ tokensIn: 100 }] },
    })
    expect(await hashes()).toEqual(before)
  })

  it('prefers the new name, even when that file is damaged', async () => {
    const path = await put({ 'api_conversation_history.json': '[{"role":', 'claude_messages.json': history })
    expect(await expectImportFailure(path)).toMatchObject({ code: 'unreadable' })
  })

  it('may hold the chat record under the old name', async () => {
    const path = await put({ 'api_conversation_history.json': history, 'claude_messages.json': chat })
    expect(await importTask(path)).toMatchObject({
      messages: history,
      usage: { requests: [{ tokensIn: 100 }] },
    })
  })

  it('without a history says what is missing', async () => {
    const failure = await expectImportFailure(await put({ 'ui_messages.json': chat }))
    expect(failure).toMatchObject({ code: 'history-missing', where: folder })
    expect(failure.message).toContain('no api_conversation_history.json')
  })

  it('keeps its history when the files beside it are damaged', async () => {
    const path = await put({
      'api_conversation_history.json': history,
      'ui_messages.json': JSON.stringify(chat).slice(0, -20),
      'task_metadata.json': '{"workspace": ',
      'history_item.json': '',
    })
    const task = await importTask(path)
    expect(task.messages).toEqual(history)
    expect(task.usage.requests).toHaveLength(1)
    expect(task.problems.map(({ file, severity }) => [file, severity])).toEqual([
      ['ui_messages.json', 'warning'],
      ['task_metadata.json', 'warning'],
      ['history_item.json', 'warning'],
    ])
  })

  it('gives the readable part of a history that is cut off, and says where', async () => {
    const text = JSON.stringify(history, null, 2)
    const path = await put({ 'api_conversation_history.json': text.slice(0, text.indexOf('thanks')) })
    const { messages, problems, style } = await importTask(path)
    expect(messages).toEqual(history.slice(0, 2))
    expect(style.indent).toBeNull()
    expect(problems).toEqual([
      {
        file: 'api_conversation_history.json',
        place: expect.stringMatching(/^line 28, column 17 \(byte \d+\)$/),
        reason: expect.stringContaining('in element #2: the file ends inside a string (2 elements were kept'),
        severity: 'error',
      },
    ])
  })

  it('with an empty array is a task without messages', async () => {
    const { messages, problems } = await importTask(await put({ 'api_conversation_history.json': '[]' }))
    expect(messages).toEqual([])
    expect(problems.map((problem) => problem.reason)).toEqual(['it holds no messages'])
  })

  it.each([
    ['nothing', '', 'the file is empty'],
    ['a byte order mark', Buffer.from([0xff, 0xfe]), 'the file holds only a byte order mark'],
    ['half a file in UTF-16', Buffer.from('\uFEFF[{"role', 'utf16le'), 'the file ends inside a string'],
    ['white space', ' \n', 'only white space'],
    ['NUL bytes', Buffer.alloc(4096), 'only NUL characters'],
    ['no JSON', 'hello', 'a value was expected, not "h"'],
    ['an array of other things', '[1, 2]', 'it is a number, not a message'],
    ['an object', '{"a": 1}', 'it holds no messages: it is an object, not an array of them'],
    ['a bare string', '"messages"', 'it holds no messages: it is a string, not an array of them'],
  ])('whose history holds %s fails with a reason', async (_name, content, reason) => {
    const failure = await expectImportFailure(
      await put({ 'api_conversation_history.json': content, 'ui_messages.json': chat }),
    )
    expect(failure).toMatchObject({ code: 'unreadable', where: folder })
    expect(failure.message).toContain(reason)
  })

  it('that is none says what one looks like', async () => {
    expect(await expectImportFailure(await put({ 'notes.json': history }))).toMatchObject({
      code: 'unknown-format',
    })
  })

  it('whose history is a folder fails', async () => {
    await mkdir(join(folder, 'api_conversation_history.json'))
    expect(await expectImportFailure(folder)).toMatchObject({
      code: 'unreadable',
      message: 'api_conversation_history.json is a folder, not a file',
    })
  })

  it('does not follow links out of itself', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'dewpoint-outside-'))
    await writeFile(join(outside, 'secret.json'), JSON.stringify(history))
    await writeFile(join(outside, 'ui.json'), JSON.stringify(chat))
    await symlink(join(outside, 'secret.json'), join(folder, 'api_conversation_history.json'))
    expect(await expectImportFailure(folder)).toMatchObject({ code: 'not-allowed' })
    await rm(join(folder, 'api_conversation_history.json'))
    await put({ 'inside.json': history })
    await symlink('inside.json', join(folder, 'api_conversation_history.json'))
    await symlink(join(outside, 'ui.json'), join(folder, 'ui_messages.json'))
    const task = await importTask(folder)
    expect(task.messages).toEqual(history)
    expect(task.usage.requests).toEqual([])
    expect(task.problems).toMatchObject([{ file: 'ui_messages.json', severity: 'warning' }])
    await rm(outside, { recursive: true })
  })

  it('may itself be reached by a link', async () => {
    await put({ 'api_conversation_history.json': history })
    const link = `${folder}-link`
    await symlink(folder, link)
    expect(await importTask(link)).toMatchObject({ path: link, messages: history, problems: [] })
    await rm(link)
  })
})
