import { z } from 'zod'

/** How much of one processor the measuring in the background may take, in percent; 0 pauses it. */
export const paces = [0, 25, 50, 100] as const
export const paceSchema = z.union(paces.map((pace) => z.literal(pace)))
export type Pace = (typeof paces)[number]

export const defaultPace: Pace = 50

/** Name of the preference that holds it. */
export const paceKey = 'measuring.pace'
