import { posix } from 'node:path'

type Mount = Readonly<{
  /** Numbers of the file system. */
  device: string
  /** What of the file system is mounted, by its path in it. */
  root: string
  /** Where. */
  point: string
}>

/**
 * Paths under which other mounts show the same file or folder, by the text of `/proc/self/mountinfo` (proc(5)). `path`
 * is a real path.
 */
export function listNamesByMounts(mountInfo: string, path: string): readonly string[] {
  const mounts = mountInfo.split('\n').flatMap(readMount)
  // Of two in the same place the later one is seen.
  const own = mounts
    .filter(({ point }) => isIn(path, point))
    .reduce<Mount | null>(
      (best, next) => (next.point.length >= (best?.point.length ?? 0) ? next : best),
      null,
    )
  if (own === null) return []
  const inFileSystem = posix.join(own.root, posix.relative(own.point, path))
  return mounts
    .filter((mount) => mount !== own && mount.device === own.device && isIn(inFileSystem, mount.root))
    .map(({ root, point }) => posix.join(point, posix.relative(root, inFileSystem)))
    .filter((name) => name !== path)
}

/** Whether something else is mounted at a path, by the same text. */
export function isMountPoint(mountInfo: string, path: string): boolean {
  return mountInfo.split('\n').some((line) => readMount(line).some(({ point }) => point === path))
}

function readMount(line: string): readonly Mount[] {
  const [, , device, root, point] = line.split(' ')
  return device && root && point
    ? [{ device, root: unescapeMountPath(root), point: unescapeMountPath(point) }]
    : []
}

/** Blanks, tabs, line ends and backslashes stand as octal numbers. */
function unescapeMountPath(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}

function isIn(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}
