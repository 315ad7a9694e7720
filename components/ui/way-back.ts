'use client';

import { createContext } from 'react';

/** The list that a page's object is in, offered where the object is missing: "Orders" and its address. */
export const WayBack = createContext<{ label: string; href: string } | null>(null);
