import { openLog } from '../open-log.ts'

const [, , dataFolder = '', name = ''] = process.argv
let time = 0
const log = openLog({ dataFolder, level: 'debug', door: name, now: () => (time += 1), mostBytes: 100_000 })
for (let calls = 0; calls < 500; calls += 1) log.info('entry', { calls })
log.close()
