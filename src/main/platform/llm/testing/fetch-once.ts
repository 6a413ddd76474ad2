import { createHttpFetch } from '../wire/http-fetch.ts'

/** A process of its own that makes one request and says what came back. Arguments: address, key. */
const [address = '', key = ''] = process.argv.slice(2)

const response = await createHttpFetch({ key })(address, { method: 'POST', body: '{}' })
process.stdout.write(`${response.status}`)
