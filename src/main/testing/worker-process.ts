import { startDewpoint } from './start-dewpoint.ts'

/** A worker in a process of its own, to be killed: its folder is named, its database and model come by the environment. */
const folder = process.argv[2] ?? ''
const { DEWPOINT_DATABASE: address = '', WORKER_PROFILE: baseUrl = '' } = process.env
const dewpoint = await startDewpoint(folder)
await dewpoint.client.profiles.save({
  id: 'slow',
  name: 'Profile slow',
  vendor: 'openai-compatible',
  model: 'model-1',
  baseUrl,
  windowTokens: 100_000,
  maxOutputTokens: 4096,
  prices: { input: 3, output: 15 },
})
const { signal } = new AbortController()
const team = await dewpoint.connect({
  address,
  signal,
  tell: (text) => void process.stderr.write(`${text}\n`),
})
await team.work({ signal, concurrency: 2, untilIdle: false, onCell: () => undefined })
