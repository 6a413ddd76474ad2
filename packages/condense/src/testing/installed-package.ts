import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const packageFolder = resolve(import.meta.dirname, '../..')
const root = resolve(packageFolder, '../..')

/** A project with nothing but the packed package in it. */
export type InstalledPackage = {
  readonly folder: string
  /** What the tarball holds, as npm lists it. */
  readonly files: readonly { readonly path: string; readonly size: number }[]
  /** Runs Node there and gives what it printed; throws with both streams where it failed. */
  readonly node: (...args: readonly string[]) => Promise<string>
  /** Compiles the project's `*.ts`, beside them; gives what the compiler printed, nothing where all is well. */
  readonly compile: () => Promise<string>
  readonly clean: () => Promise<void>
}

/**
 * Packs the package as `npm publish` would and installs it into an empty ESM project, without a network.
 */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'condense-'))
  const packed = await npm(packageFolder, 'pack', '--json', '--loglevel=error', '--pack-destination', folder)
  const [{ files }] = JSON.parse(packed.slice(packed.indexOf('['))) as [Pick<InstalledPackage, 'files'>]
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  await writeFile(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', `./${tarball}`)
  const node = (...args: readonly string[]): Promise<string> => run(process.execPath, args, folder)
  return {
    folder,
    files,
    node,
    compile: async () => {
      const compilerOptions = {
        target: 'es2024',
        module: 'nodenext',
        strict: true,
        exactOptionalPropertyTypes: true,
        types: [],
        lib: ['es2024', 'dom'],
      }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
      return node(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder)
    },
    clean: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Npm as this process was started by it, else the one on the path. */
function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  const own = process.env['npm_execpath']
  return own?.endsWith('.js') === true ? run(process.execPath, [own, ...args], cwd) : run('npm', args, cwd)
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed.\n${stdout}\n${stderr}`, { cause: error })
  }
}
