import { describe, expect, it } from 'vitest'
import { listNamesByMounts } from './list-names-by-mounts.ts'

const mounts = `22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 27 254:1 / /home rw - ext4 /dev/vdb rw
42 27 254:0 /srv/task/sub /m rw,relatime - ext4 /dev/vda rw
43 27 254:1 /ada/my\\040task/a /mnt/x rw shared:1 - ext4 /dev/vdb rw
44 27 254:0 /srv/other /over rw - ext4 /dev/vda rw
45 27 254:0 /srv/task /over rw - ext4 /dev/vda rw
46 27 254:0 /srv/task/ui_messages.json /file rw - ext4 /dev/vda rw
`

describe('other names of a place by mounts', () => {
  it.each([
    ['/m', ['/srv/task/sub', '/over/sub']],
    ['/m/deep/er', ['/srv/task/sub/deep/er', '/over/sub/deep/er']],
    ['/mm', []],
    ['/mnt/x/y', ['/home/ada/my task/a/y']],
    ['/home/ada/my task', []],
    ['/home/ada/my task/a', ['/mnt/x']],
    ['/over/z', ['/srv/task/z']],
    ['/file', ['/srv/task/ui_messages.json', '/over/ui_messages.json']],
    ['/proc/self', []],
  ])('are found for %s', (path, names) => {
    expect(listNamesByMounts(mounts, path).toSorted()).toEqual(names.toSorted())
  })

  it('are none where nothing is known', () => {
    expect(listNamesByMounts('', '/m')).toEqual([])
    expect(listNamesByMounts('strange\n', '/m')).toEqual([])
  })
})
