import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '../fixtures/app.ts'
import { rootFolder } from '../fixtures/folders.ts'
import { nodePath } from '../fixtures/node-path.ts'
import { plainEnvironment } from '../fixtures/plain-environment.ts'

function start(args: readonly string[], env: Readonly<Record<string, string>>) {
  return spawn(nodePath, [join(rootFolder, 'scripts', 'launch.js'), 'scripts/start.ts', ...args], {
    env: plainEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

test('npm start says in one line why there is no desktop, and serves the sample', async ({
  browser,
  folders,
}) => {
  test.skip(process.platform !== 'linux', 'elsewhere there is always a display')
  const child = start(['--no-open', '--port', '0', '--data', folders.data], {
    HOME: folders.home,
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.includes('#token=')) break
  }
  expect(lines.filter((line) => /no desktop window/i.test(line))).toHaveLength(1)
  const address = /http:\S+/.exec(lines.at(-1) ?? '')?.[0] ?? ''
  const page = await browser.newPage()
  await page.goto(address)
  await expect(page.getByText(/sample/i).first()).toBeVisible()
  await page.close()
  child.kill('SIGINT')
  const [code] = (await once(child, 'exit')) as [number | null]
  expect([0, 130]).toContain(code)
})

test('npm start refuses an option that it does not know', async () => {
  const child = start(['--colour'], {})
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code).toBe(2)
  expect(errors).toMatch(/^[^\n]*--colour[^\n]*npm start[^\n]*\n$/)
})
