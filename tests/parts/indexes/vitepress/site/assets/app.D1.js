import{t}from"./chunks/theme.X-1.js";
