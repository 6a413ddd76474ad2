import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveAssetPath, readAsset } from './read-asset.ts'

let base = ''
let folder = ''

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'dewpoint-asset-'))
  folder = join(base, 'page')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets', 'index-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'assets', 'secret.key'), 'key')
  await writeFile(join(base, 'outside.html'), 'outside')
  await symlink(join(base, 'outside.html'), join(folder, 'linked.html')).catch(() => undefined)
})

afterAll(() => rm(base, { recursive: true, force: true }))

describe('assetPath', () => {
  it('answers the root with the page', () => {
    expect(resolveAssetPath('/')).toBe('index.html')
  })

  it.each([
    '/../outside.html',
    '/assets/../../outside.html',
    '/%2e%2e/outside.html',
    '/..%2foutside.html',
    '/..%5coutside.html',
    '/assets\\..\\..\\outside.html',
    '/C:/windows/win.ini',
    '/index.html%00.js',
    '/%E0%A4%A',
    'index.html',
  ])('refuses %s', (pathname) => {
    expect(resolveAssetPath(pathname)).toBeUndefined()
  })
})

describe('readAsset', () => {
  it('gives the page with its policy and without a cache', async () => {
    const asset = await readAsset(folder, '/')
    expect(asset?.headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    expect(asset?.headers['Content-Security-Policy']).toContain("default-src 'none'")
  })

  it('lets files that are named after their content be kept', async () => {
    const asset = await readAsset(folder, '/assets/index-1a2b.js')
    expect(asset?.headers['Cache-Control']).toContain('immutable')
  })

  it.each(['/linked.html', '/../outside.html', '/assets/secret.key', '/assets', '/assets/', '/missing.html'])(
    'has nothing at %s',
    async (pathname) => {
      expect(await readAsset(folder, pathname)).toBeUndefined()
    },
  )
})
