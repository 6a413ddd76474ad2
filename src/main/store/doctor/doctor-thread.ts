import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { examineDatabase, examineSearchIndex } from './examine-database.ts'
import type { ExaminedFiles } from './examine-in-thread.ts'

const { filePath, searchPath } = z.object({ filePath: z.string(), searchPath: z.string() }).parse(workerData)
const database = await examineDatabase(filePath)
const answer: ExaminedFiles = { database, search: examineSearchIndex(searchPath) }
parentPort?.postMessage(answer)
