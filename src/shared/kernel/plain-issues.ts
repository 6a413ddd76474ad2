import { z } from 'zod'
import { describeIssue } from './describe-issue.ts'

// Every schema of every door speaks like this; a text of a schema's own goes first.
z.config({ customError: describeIssue })
