import { z } from 'zod'
import { armInfoSchema } from '../domain/arm.ts'
import { method } from './errors.ts'

export const armsContract = {
  /** Ways of agents, vendors and Dewpoint that experiments, replays and runs can name by one id. */
  list: method.output(z.array(armInfoSchema)),
}
