import { join } from 'node:path'
import { outFolder } from '../fixtures/folders.ts'
import { connectContract, encodeCall } from './contract-client.ts'
import { expect, test } from './desktop.ts'

test('the policy stops what it should, and the page cannot navigate away, opens no window inside, and is denied permissions', async ({
  desktop,
}) => {
  await test.step('the policy stops an inline script', async () => {
    const outcome = await desktop.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
          const script = document.createElement('script')
          script.textContent = 'window.wasInjected = true'
          document.body.append(script)
          if ('wasInjected' in window) resolve('it ran')
        }),
    )
    expect(outcome).toBe('script-src-elem')
  })
  await test.step('the policy stops a request to anywhere else', async () => {
    const outcome = await desktop.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
          fetch('https://example.org/').then(
            () => resolve('it was sent'),
            () => undefined,
          )
        }),
    )
    expect(outcome).toBe('connect-src')
  })
  await test.step('the policy stops evaluated text', async () => {
    const outcome = await desktop.page.evaluate(() => {
      // In a timer, since what a debugger evaluates is exempt from the policy.
      return new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI))
        const run = setTimeout as unknown as (code: string) => void
        run('window.wasEvaluated = true')
        setInterval(() => 'wasEvaluated' in window && resolve('it ran'), 20)
      })
    })
    expect(outcome).toBe('eval')
  })
  await test.step('the page cannot navigate away', async () => {
    await desktop.inMain(({ BrowserWindow }) => {
      const kept = globalThis as unknown as { attempts: object[] }
      kept.attempts = []
      // Called after the app's own listener, which must have prevented it by then.
      BrowserWindow.getAllWindows()[0]?.webContents.on('will-frame-navigate', (event) => {
        kept.attempts.push({ url: event.url, isPrevented: event.defaultPrevented })
      })
    }, null)
    await desktop.page.evaluate(() => {
      Object.assign(window, { isStillHere: true })
      location.href = 'https://example.org/'
    })
    const attempts = () =>
      desktop.inMain(() => (globalThis as unknown as { attempts: object[] }).attempts, null)
    await expect.poll(attempts).toEqual([{ url: 'https://example.org/', isPrevented: true }])
    expect(await desktop.page.evaluate(() => 'isStillHere' in window)).toBe(true)
  })
  await test.step('permissions are denied', async () => {
    const states = await desktop.page.evaluate(async () => ({
      notifications: await Notification.requestPermission(),
      geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
    }))
    expect(states).toEqual({ notifications: 'denied', geolocation: 'denied' })
  })
  await test.step('the window runs in the sandbox, apart from the preload', async () => {
    const preferences = await desktop.inMain(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences: () => Record<string, unknown>
      }
      const { sandbox, contextIsolation, nodeIntegration, webSecurity } = contents.getLastWebPreferences()
      return { sandbox, contextIsolation, nodeIntegration, webSecurity }
    }, null)
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    })
  })
  await test.step('a web link opens outside and no window opens inside', async () => {
    await desktop.inMain(({ shell }) => {
      const kept = globalThis as unknown as { opened: string[] }
      kept.opened = []
      shell.openExternal = async (address) => {
        kept.opened.push(address)
      }
    }, null)
    await desktop.page.evaluate(() => {
      window.open('file:///etc/passwd')
      window.open('https://example.org/page')
      const link = document.createElement('a')
      Object.assign(link, { href: 'https://example.org/link', target: '_blank' })
      document.body.append(link)
      link.click()
    })
    const opened = () => desktop.inMain(() => (globalThis as unknown as { opened: string[] }).opened, null)
    await expect.poll(opened).toEqual(['https://example.org/page', 'https://example.org/link'])
    await expect.poll(() => desktop.pages().length).toBe(1)
  })
})

test('a stranger that holds the preload gets neither an answer nor a grant', async ({ desktop }) => {
  const call = await encodeCall((client) => client.app.info())
  const refusal = await desktop.inMain(
    async ({ BrowserWindow }, { preload, call }) => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await stranger.loadURL('data:text/html,<title>stranger</title>')
      const answer: unknown = await stranger.webContents.executeJavaScript(`(async () => {
        const { port1, port2 } = new MessageChannel()
        window.answers = 0
        port1.addEventListener('message', () => (window.answers += 1))
        port1.start()
        window.postMessage('dewpoint:connect', '*', [port2])
        port1.postMessage(${JSON.stringify(call)})
        return window.dewpoint.openFolder().then(() => 'answered', (error) => String(error))
      })()`)
      return answer
    },
    { preload: join(outFolder, 'preload', 'preload.cjs'), call },
  )
  expect(refusal).toContain('Only the page of Dewpoint')
  // The page asks after the stranger and is answered: whoever is answered at all has been by now.
  const client = await connectContract(desktop.page)
  expect(await client.app.info()).toMatchObject({ door: 'desktop' })
  const answers = await desktop.inMain(async ({ BrowserWindow }) => {
    const stranger = BrowserWindow.getAllWindows().find((window) =>
      window.webContents.getURL().startsWith('data:'),
    )
    return (await stranger?.webContents.executeJavaScript('window.answers')) as unknown
  }, null)
  expect(answers).toBe(0)
})
