import { expect, test } from '../fixtures/app.ts'
import { condense, openFolder, writeTask } from './support.ts'

const attack = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script> http://evil.example/'
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg=='
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"/>').toString(
  'base64',
)

const history = [
  {
    role: 'user',
    content: [
      { type: 'text', text: `<task>\n${attack} photo\u202egnp.exe\n</task>` },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
      { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: svg } },
      { type: 'image', source: { type: 'url', url: 'http://evil.example/track.png' } },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: `ok ${'x'.repeat(3_000_000)}` }] },
  { role: 'user', content: [{ type: 'martian', payload: attack }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: attack, input: { path: attack } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: `${attack}\n`.repeat(400) }] },
  ...Array.from({ length: 8 }, (_, turn) => ({
    role: turn % 2 ? 'user' : 'assistant',
    content: `${attack} ${turn}`,
  })),
]

test('what a history holds is shown as text, and nothing of it runs or is fetched', async ({
  page,
  folders,
  host,
}) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(host.origin) && !/^(data|blob):/.test(request.url()))
      outside.push(request.url())
  })
  page.on('dialog', (dialog) => outside.push(`dialog: ${dialog.message()}`))

  await openFolder(page, await writeTask(folders.home, 'hostile', history))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror')
  const parts = page.getByRole('region', { name: 'Parts' })
  await expect(parts).toContainText('<script>window.pwned=1</script>')
  await expect(parts).toContainText('photo⟨U+202E⟩gnp.exe')
  await expect(parts.getByRole('img')).toHaveCount(1)
  await expect(parts).toContainText('Images of type image/svg+xml are not shown.')
  await expect(parts.getByRole('link')).toHaveCount(0)

  await page.keyboard.press('j')
  await expect(parts.getByRole('button', { name: /^Show .* more characters/ })).toBeVisible()
  await page.getByText('Text', { exact: true }).click()
  await expect(page.locator('.monaco-editor').getByText(/^ok.x+/)).toBeVisible()
  for (const form of ['JSON', 'Parts']) {
    await page.getByText(form, { exact: true }).click()
    for (let message = 2; message < 6; message++) await page.keyboard.press('j')
  }

  await condense(page, 'Truncation')
  await expect(page.getByRole('region', { name: 'Difference' })).toContainText('window.pwned')
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(outside).toEqual([])
})
