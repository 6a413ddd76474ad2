import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { npmScript } from '../npm-script.ts'
import { runToEnd, type Command } from './process.ts'

const packageSchema = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
})

/** A package in exactly one version. */
export type PinnedPackage = { readonly id: string; readonly package: string; readonly version: string }

const longestMs = 10 * 60_000

/**
 * Installs a package into a folder of its own below the cache, unless it is there; returns that folder. Scripts of
 * packages are not run. Throws with the last words of npm where it fails.
 */
export async function installPackage(pinned: PinnedPackage, cache: string): Promise<string> {
  const folder = join(cache, `${pinned.id}-${pinned.version}`)
  if (installedVersion(folder, pinned.package) === pinned.version) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error']
  const npm = [process.execPath, npmScript(), ...args, `${pinned.package}@${pinned.version}`] as const
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const { code, output } = await runToEnd([...npm], { cwd: folder, env }, longestMs)
  if (code !== 0) throw new Error(`npm could not install it: ${output.trim().split('\n').at(-1) ?? ''}`)
  return folder
}

/** The command that starts an installed package: a file in it, or the script of its command on this Node. */
export function commandOf(folder: string, { package: name }: PinnedPackage, program?: string): Command {
  const home = join(folder, 'node_modules', name)
  if (program !== undefined) return [join(home, program)]
  const { bin = {} } = readPackage(home)
  const script = typeof bin === 'string' ? bin : Object.values(bin)[0]
  if (script === undefined) throw new Error(`${name} has no command`)
  return [process.execPath, join(home, script)]
}

function installedVersion(folder: string, name: string): string | null {
  const home = join(folder, 'node_modules', name)
  return existsSync(join(home, 'package.json')) ? readPackage(home).version : null
}

function readPackage(home: string): z.infer<typeof packageSchema> {
  return packageSchema.parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')))
}
