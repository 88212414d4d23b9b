import DefaultTheme from "vitepress/theme";
import "./accessibility.css";

export default DefaultTheme;
