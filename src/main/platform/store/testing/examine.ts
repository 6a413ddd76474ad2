import { examineDatabase } from '../doctor/examine-database.ts'

/** A process of its own, perhaps of another user, that says what the doctor finds in a file. */
const [filePath = ''] = process.argv.slice(2)
const { findings } = await examineDatabase(filePath)
process.stdout.write(findings.map(({ code }) => code).join())
