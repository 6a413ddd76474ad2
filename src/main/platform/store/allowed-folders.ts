import { z } from 'zod'

/** Where the folders are kept that the browser may open beside its roots. */
export const allowedFoldersKey = 'allowed-folders'
export const allowedFoldersSchema = z.array(z.string())
