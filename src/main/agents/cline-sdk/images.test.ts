import { expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'

it('an image that a tool read is an image, not the letters of its data', async () => {
  const part = { type: 'image', data: 'AAAA', mediaType: 'image/png' }
  const asked = { query: 'a.png', success: true }
  const content = [{ ...asked, result: [{ type: 'text', text: 'Read it' }, part] }]
  const text = JSON.stringify({
    version: 1,
    updated_at: '2026-01-01T00:00:00Z',
    agent: 'lead',
    sessionId: 's',
    messages: [
      { id: '1', role: 'user', content: 'Look' },
      { id: '2', role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read_files', input: {} }] },
      { id: '3', role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] },
    ],
  })
  const { messages } = await importFiles('drop', [{ name: 's/s.messages.json', text }])
  expect(messages[2]?.content).toEqual([
    {
      type: 'tool_result',
      tool_use_id: 't',
      content: [
        { type: 'text', text: '[{"query":"a.png","success":true,"result":["Read it"]}]' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ],
    },
  ])
})
