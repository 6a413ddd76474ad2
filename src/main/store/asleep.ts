import { z } from 'zod'

/** Where the folders are kept that the browser may open beside its roots. */
export const allowedFoldersKey = 'allowed-folders'
export const allowedFoldersSchema = z.array(z.string())

/**
 * What of a restored backup would act outside of the database: where a key goes, what may run, which server is asked, which
 * file is put back or removed, which folder is read.
 */
export const asleepKinds = ['key', 'arm', 'model', 'settings', 'session', 'folder', 'watched-folder'] as const
export type AsleepKind = (typeof asleepKinds)[number]
