import { createContext } from 'react'

/** Opens a folder in the way of the host; the frame provides it. */
export const OpenFolderContext = createContext<() => void>(() => undefined)
