import { describe, expect, it } from 'vitest'
import { findSecretPlace } from './secret-places.ts'

describe.skipIf(process.platform === 'win32')('places with secrets', () => {
  it.each([
    ['/proc/self/environ', '/proc'],
    ['/sys', '/sys'],
    ['/dev/sda', '/dev'],
    ['/etc/shadow', '/etc'],
    ['/home/ann/.ssh/id_ed25519', '/home/ann/.ssh'],
    ['/mnt/backup/ann/.gnupg', '/mnt/backup/ann/.gnupg'],
    ['/home/ann/.config/gcloud/x.json', '/home/ann/.config/gcloud'],
  ])('knows %s', (path, place) => {
    expect(findSecretPlace(path)).toBe(place)
  })

  it.each(['/', '/home/ann', '/process/x', '/development', '/dev/shm/tasks', '/home/ann/.claude/projects'])(
    'leaves %s alone',
    (path) => {
      expect(findSecretPlace(path)).toBeNull()
    },
  )
})
