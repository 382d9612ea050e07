import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch } from "react-redux";

/** Dispatch that takes thunks of any feature, whatever store they run in. */
export type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

export const useThunkDispatch = useDispatch.withTypes<Dispatch>();
