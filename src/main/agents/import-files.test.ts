import { describe, expect, it } from 'vitest'
import { importFiles } from './import-files.ts'

const history = [{ role: 'user', content: 'Help me' }]
const text = JSON.stringify(history)
const chat = JSON.stringify([{ ts: 1, type: 'say', say: 'api_req_started', text: '{"tokensIn":9}' }])

describe('dropped files', () => {
  it('of a task folder are read together', async () => {
    const files = [
      { name: 'task/ui_messages.json', text: chat },
      { name: 'task/api_conversation_history.json', text },
    ]
    expect(await importFiles('task', files)).toMatchObject({
      format: 'roo-task',
      path: '',
      messages: history,
      usage: { requests: [{ tokensIn: 9 }] },
      lastActivityTs: 1,
    })
  })

  it('may be one array of messages, with a byte order mark or without', async () => {
    expect(await importFiles('drop', [{ name: 'a.json', text: `\uFEFF${text}` }])).toMatchObject({
      format: 'message-array',
      title: 'Help me',
      messages: history,
      style: { indent: '', bom: true },
    })
  })

  it('are tried one after the other when they make no task folder', async () => {
    const files = [
      { name: 'notes.md', text: '# Notes' },
      { name: 'a.json', text },
    ]
    expect(await importFiles('drop', files)).toMatchObject({ messages: history })
  })

  it('in UTF-16, which a browser reads as UTF-8, fail with what to do', async () => {
    const wrong = Buffer.from(`\uFEFF${text}`, 'utf16le').toString('utf8')
    const name = 'api_conversation_history.json'
    await expect(importFiles('drop', [{ name, text: wrong }])).rejects.toThrow(
      'it is UTF-16 that was read as UTF-8',
    )
  })

  it.each([
    ['nothing', [], 'unknown-format'],
    ['no history', [{ name: 'notes.md', text: '# Notes' }], 'unreadable'],
    ['a chat record alone', [{ name: 'ui_messages.json', text: chat }], 'history-missing'],
    [
      'files of other programs',
      [
        { name: 'site/package.json', text: '{}' },
        { name: 'site/notes.md', text: '# Notes' },
      ],
      'unknown-format',
    ],
    [
      'two tasks',
      [
        { name: 'a/api_conversation_history.json', text },
        { name: 'b/api_conversation_history.json', text },
      ],
      'unreadable',
    ],
  ])('that hold %s fail', async (_name, files, code) => {
    await expect(importFiles('drop', files)).rejects.toThrow(
      expect.objectContaining({ name: 'ImportFailure', code }),
    )
  })
})
