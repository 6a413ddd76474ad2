import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeBrowser } from './browser.ts'

/** Electron's `app`, as far as Dewpoint uses it. */
class StandInApp extends EventEmitter {
  readonly isPackaged = false
  #userData = join(tmpdir(), 'dewpoint-stand-in')
  #lockFile: string | undefined

  setName(): void {}
  enableSandbox(): void {}
  async getFileIcon(): Promise<object> {
    return {}
  }
  setAsDefaultProtocolClient(): boolean {
    return true
  }

  setPath(_name: string, path: string): void {
    // Electron throws as well.
    if (!existsSync(path)) throw new Error(`${path} does not exist`)
    this.#userData = path
  }

  whenReady(): Promise<void> {
    // Electron is ready after the main module was evaluated, never during it.
    return new Promise((resolve) => {
      setImmediate(() => {
        this.emit('ready')
        resolve()
      })
    })
  }

  /** Goes by the user data folder, like Electron's. A second process leaves its data in a file for the first. */
  requestSingleInstanceLock(additionalData: unknown): boolean {
    const name = createHash('sha256').update(this.#userData).digest('hex').slice(0, 16)
    const folder = join(tmpdir(), 'dewpoint-stand-in-locks')
    mkdirSync(folder, { recursive: true })
    const lockFile = join(folder, name)
    const mailFile = `${lockFile}.mail`
    if (isHeld(lockFile)) {
      writeFileSync(mailFile, JSON.stringify(additionalData))
      return false
    }
    writeFileSync(lockFile, String(process.pid))
    this.#lockFile = lockFile
    watchFile(mailFile, { interval: 50, persistent: false }, (now) => {
      if (now.size === 0) return
      const forwarded: unknown = JSON.parse(readFileSync(mailFile, 'utf8'))
      rmSync(mailFile, { force: true })
      this.emit('second-instance', {}, [], process.cwd(), forwarded)
    })
    return true
  }

  quit(): void {
    // Like Electron: after the current turn, and only if nobody prevents it.
    setImmediate(() => void this.#quit())
  }

  exit(code = 0): void {
    void this.#end(code)
  }

  async #quit(): Promise<void> {
    let isPrevented = false
    this.emit('will-quit', { preventDefault: () => (isPrevented = true) })
    if (!isPrevented) await this.#end(0)
  }

  async #end(code: number): Promise<void> {
    if (this.#lockFile !== undefined) {
      unwatchFile(`${this.#lockFile}.mail`)
      rmSync(this.#lockFile, { force: true })
    }
    await closeBrowser()
    process.exit(code)
  }
}

function isHeld(lockFile: string): boolean {
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

export const app = new StandInApp()

process.once('SIGTERM', () => app.quit())
process.once('SIGINT', () => app.quit())
