import { realpath } from 'node:fs/promises'
import { extname, isAbsolute, join, relative, sep } from 'node:path'
import { readFileBytes } from '../../platform/files/read-file.ts'
import { pageHeaders } from './page-headers.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** In bytes; the largest part of the page has a twentieth of it. */
const largestAsset = 100_000_000

/** A file of the built page with the headers that it is answered with. */
export type Asset = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Path of an asset inside the page's folder, or undefined for anything that could lead out of it. */
export function resolveAssetPath(pathname: string): string | undefined {
  const decoded = decodePathname(pathname)
  if (decoded === undefined || !decoded.startsWith('/') || /[\0\\:]/.test(decoded)) return undefined
  const segments = decoded.split('/').slice(1)
  if (segments.some((segment) => segment === '..' || segment === '.')) return undefined
  return decoded === '/' ? 'index.html' : segments.join(sep)
}

/**
 * Reads one file of the built page. Undefined where there is none, where the path leads out of `folder`, symlinks
 * included, or where it has a type that the page does not use.
 */
export async function readAsset(folder: string, pathname: string): Promise<Asset | undefined> {
  const path = resolveAssetPath(pathname)
  const contentType = path === undefined ? undefined : contentTypes[extname(path).toLowerCase()]
  if (path === undefined || contentType === undefined) return undefined
  try {
    const root = await realpath(folder)
    const file = await realpath(join(root, path))
    const inside = relative(root, file)
    if (inside.startsWith('..') || isAbsolute(inside)) return undefined
    return {
      bytes: new Uint8Array(await readFileBytes(file, largestAsset)),
      headers: buildAssetHeaders(path, contentType),
    }
  } catch {
    // Missing, a folder, or unreadable: to the page all the same.
    return undefined
  }
}

function buildAssetHeaders(path: string, contentType: string): Record<string, string> {
  // The build names everything under assets/ after its content.
  const isHashed = path.startsWith(`assets${sep}`)
  return {
    ...pageHeaders,
    'Content-Type': contentType,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
  }
}

function decodePathname(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
